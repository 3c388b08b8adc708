package dev.tollbooth.integration.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDataSource;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests cursors that PostgreSQL's driver returns as values, which belong to the driver's own statements. */
@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class CursorsIT {
    private static final String OPENED = "CREATE FUNCTION opened() RETURNS refcursor AS $$ DECLARE c refcursor; BEGIN"
            + " OPEN c FOR SELECT 1 AS a UNION ALL SELECT 2; RETURN c; END $$ LANGUAGE plpgsql";

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void close_ofTheStatementOfACallsCursor_leavesTheCallOpen(Database database, Databases databases) throws Exception {
        try (Connection connection = open(Route.TOLLBOOTH, databases.empty(database, "cursors"));
                CallableStatement call = connection.prepareCall("{? = call opened()}")) {
            call.registerOutParameter(1, Types.REF_CURSOR);
            call.execute();
            ResultSet cursor = (ResultSet) call.getObject(1);
            Statement drivers = cursor.getStatement();
            assertThat(drivers).isNotSameAs(call).isSameAs(cursor.getStatement());
            assertThat(drivers.getConnection()).isSameAs(connection);
            assertThat(cursor.next()).isTrue();
            drivers.close();
            assertThat(cursor.isClosed()).isTrue();
            assertThat(call.isClosed()).isFalse();
            call.execute();
            assertThat(((ResultSet) call.getObject(1)).next()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void close_ofTheStatementsOfRowsThatAreCursors_leavesTheRowsOpen(Database database, Databases databases)
            throws Exception {
        Endpoint endpoint = databases.empty(database, "cursors");
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "cursors-" + database)
                        .build();
                Connection connection =
                        opened(new TollboothDataSource(endpoint.driverDataSource(), tollbooth).getConnection());
                Statement statement = connection.createStatement()) {
            String sql = "SELECT opened() FROM generate_series(1, 3)";
            int read = 0;
            try (ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    ResultSet inner = (ResultSet) rows.getObject(1);
                    while (inner.next()) {
                        read++;
                    }
                    Statement drivers = inner.getStatement();
                    assertThat(drivers).isNotSameAs(statement);
                    inner.close();
                    drivers.close();
                }
            }
            assertThat(read).isEqualTo(6);
            assertThat(statement.isClosed()).isFalse();
            assertThat(rowsRead(tollbooth, "generate_series"))
                    .as("rows of the statement and of its cursors")
                    .isEqualTo(3 + 6);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void settings_ofACursorsStatement_areNotTheCallers(Database database, Databases databases) throws Exception {
        for (Route route : Route.values()) {
            Endpoint endpoint = databases.empty(database, "cursors");
            try (Connection connection = open(route, endpoint);
                    Statement statement = connection.createStatement()) {
                statement.setMaxRows(7);
                try (ResultSet rows = statement.executeQuery("SELECT opened()")) {
                    rows.next();
                    Statement drivers = ((ResultSet) rows.getObject(1)).getStatement();
                    assertThat(drivers.getMaxRows()).as("%s", route).isZero();
                    drivers.setMaxRows(5);
                    assertThat(statement.getMaxRows()).as("%s", route).isEqualTo(7);
                }
            }
        }
    }

    private static Connection open(Route route, Endpoint endpoint) throws SQLException {
        return opened(route.connect(endpoint));
    }

    private static Connection opened(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(OPENED);
        }
        connection.setAutoCommit(false);
        return connection;
    }

    private static long rowsRead(Tollbooth tollbooth, String part) {
        return tollbooth.statements().list().stream()
                .filter(row -> String.valueOf(row.digestText()).contains(part))
                .mapToLong(StatementSnapshot::rowsSent)
                .sum();
    }
}
