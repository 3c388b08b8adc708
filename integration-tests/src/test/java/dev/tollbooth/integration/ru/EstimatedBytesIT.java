package dev.tollbooth.integration.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.statement.RuTerm;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the bytes in estimates of drivers that read whole results into memory, however many rows the application reads.
 */
@ExtendWith(DatabasesExtension.class)
final class EstimatedBytesIT {

    private static final String GETTERS = "bytes read by getters";
    private static final String BUFFERED = "bytes buffered beyond those";
    private static final int ROWS = 2_000;
    private static final int COLUMN_BYTES = 100;
    /** More than are read each: some are taken for what another was. */
    private static final int EXECUTIONS = 48;

    private static Accounts accounts(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "estimated");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            for (int times = 1; times <= 2; times++) {
                String table = times == 1 ? "once" : "twice";
                statement.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, b VARCHAR(200))");
                connection.setAutoCommit(false);
                try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?)")) {
                    for (int i = 0; i < times * ROWS; i++) {
                        insert.setInt(1, i);
                        insert.setString(2, "b".repeat(COLUMN_BYTES));
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
                connection.commit();
                connection.setAutoCommit(true);
            }
        }
        return new Accounts(endpoint, "ru.source", "estimate");
    }

    private static void run(Connection connection, String sql, int fetchSize, int column) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setFetchSize(fetchSize);
            for (int i = 0; i < EXECUTIONS; i++) {
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        if (column > 0) {
                            rows.getString(column);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL_18"})
    void estimate_ofRowsNobodyReads_growsWithThem(Database database, Databases databases) throws Exception {
        try (Accounts accounts = accounts(database, databases);
                Connection connection = accounts.connect()) {
            run(connection, "SELECT id, b FROM once", 0, 0);
            run(connection, "SELECT id, b FROM twice", 0, 0);
            assertThat(accounts.term("`once`", GETTERS)).isZero();
            double once = accounts.term("`once`", BUFFERED);
            double twice = accounts.term("`twice`", BUFFERED);
            assertThat(once).isBetween(EXECUTIONS * ROWS * 100.0, EXECUTIONS * ROWS * 600.0);
            assertThat(twice / once).isBetween(1.7, 2.3);
            assertThat(accounts.explain("`once`").stream()
                            .mapToDouble(RuTerm::ru)
                            .sum())
                    .isCloseTo(accounts.ru("`once`"), within(accounts.ru("`once`") / 1e6));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL_18"})
    void estimate_ofRowsThatAreRead_isTheLargerOfBoth(Database database, Databases databases) throws Exception {
        try (Accounts accounts = accounts(database, databases);
                Connection connection = accounts.connect()) {
            run(connection, "SELECT b FROM once", 0, 0);
            run(connection, "SELECT b AS c FROM once", 0, 1);
            double held = accounts.term("select `b` from", BUFFERED);
            double got = accounts.term("as `c`", GETTERS);
            assertThat(got).isEqualTo((double) EXECUTIONS * ROWS * COLUMN_BYTES);
            assertThat(got + accounts.term("as `c`", BUFFERED)).isBetween(held * 0.9, held * 1.1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "POSTGRESQL_18"})
    void estimate_ofRowsThatComeInParts_isOfGettersAlone(Database database, Databases databases) throws Exception {
        try (Accounts accounts = accounts(database, databases);
                Connection connection = accounts.connect()) {
            connection.setAutoCommit(false);
            run(connection, "SELECT b FROM once", 100, 1);
            connection.commit();
            assertThat(accounts.term("`once`", GETTERS)).isEqualTo((double) EXECUTIONS * ROWS * COLUMN_BYTES);
            assertThat(accounts.term("`once`", BUFFERED)).isZero();
        }
    }
}
