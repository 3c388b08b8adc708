package dev.tollbooth.integration.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the rows changed are those of all results that the application has read, each once. */
@ExtendWith(DatabasesExtension.class)
final class LaterResultsIT {
    private static final String[] SCRIPTS = {
        "INSERT INTO t VALUES (1); INSERT INTO t VALUES (2), (3)",
        "SELECT id FROM t; INSERT INTO t VALUES (4), (5)",
        "INSERT INTO t VALUES (6), (7); SELECT id FROM t; DELETE FROM t WHERE id < 4; UPDATE t SET id = id + 100",
        "DELETE FROM t WHERE id < 0; SELECT 1",
    };

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL_14, false", "POSTGRESQL_18, false", "MARIADB, false", "H2, false",
        "POSTGRESQL_14, true", "POSTGRESQL_18, true", "MARIADB, true", "H2, true",
    })
    void rowsAffected_ofSeveralResults_areWhatTheApplicationSaw(Database database, boolean large, Databases databases)
            throws Exception {
        try (Tollbooth tollbooth = instance(database);
                Connection connection = open(tollbooth, database, databases);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT)");
            long seen = 0;
            for (String script : SCRIPTS) {
                seen += countsAfter(statement, statement.execute(script), large);
                try (PreparedStatement prepared = connection.prepareStatement(script)) {
                    seen += countsAfter(prepared, prepared.execute(), large);
                    // executed repeatedly, a statement is counted in another way
                    for (int i = 0; i < 20; i++) {
                        seen += countsAfter(prepared, prepared.execute(), large);
                    }
                }
            }
            assertThat(seen).isGreaterThan(database == Database.H2 ? 0 : 100);
            assertThat(rowsAffected(tollbooth)).isEqualTo(seen);
        }
    }

    @ParameterizedTest
    @EnumSource(Database.class)
    void rowsAffected_ofBatchesAndUpdates_areCountedOnceThoughMoreResultsAreAskedFor(
            Database database, Databases databases) throws Exception {
        try (Tollbooth tollbooth = instance(database);
                Connection connection = open(tollbooth, database, databases);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT)");
            for (int i = 0; i < 3; i++) {
                statement.addBatch("INSERT INTO t VALUES (1), (2)");
            }
            statement.executeBatch();
            countsAfter(statement, false, false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
                for (int i = 0; i < 5; i++) {
                    insert.setInt(1, i);
                    insert.addBatch();
                }
                insert.executeBatch();
                countsAfter(insert, false, false);
                insert.setInt(1, 7);
                assertThat(insert.executeUpdate()).isEqualTo(1);
                countsAfter(insert, false, false);
            }
            assertThat(rowsAffected(tollbooth)).isEqualTo(6 + 5 + 1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"MARIADB"})
    void rowsAffected_ofACall_areWhatTheApplicationSaw(Database database, Databases databases) throws Exception {
        try (Tollbooth tollbooth = instance(database);
                Connection connection = open(tollbooth, database, databases);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT)");
            statement.execute("CREATE PROCEDURE filled() BEGIN SELECT 1; INSERT INTO t VALUES (1), (2); END");
            try (CallableStatement call = connection.prepareCall("{call filled()}")) {
                long seen = countsAfter(call, call.execute(), false);
                assertThat(rowsAffected(tollbooth)).isEqualTo(seen);
            }
        }
    }

    /** Reads all results, and returns the sum of the counts. */
    private static long countsAfter(Statement statement, boolean isResultSet, boolean large) throws SQLException {
        long sum = 0;
        boolean rows = isResultSet;
        while (true) {
            long count = large ? statement.getLargeUpdateCount() : statement.getUpdateCount();
            if (!rows && count == -1) {
                return sum;
            }
            sum += Math.max(0, count);
            // a second call returns the same result
            statement.getUpdateCount();
            rows = statement.getMoreResults();
        }
    }

    private static long rowsAffected(Tollbooth tollbooth) {
        return Tally.of(tollbooth.statements()).rowsAffected();
    }

    private static Tollbooth instance(Database database) {
        return Tollbooth.builder().setting("name", "later-" + database).build();
    }

    private static Connection open(Tollbooth tollbooth, Database database, Databases databases) throws Exception {
        Endpoint empty = databases.empty(database, "later");
        String url = empty.url() + (database == Database.MARIADB ? "?allowMultiQueries=true" : "");
        Endpoint endpoint = new Endpoint(database, url, empty.user(), empty.password());
        return tollbooth.wrap(endpoint.driverDataSource()).getConnection();
    }
}
