package dev.tollbooth.integration.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that Tollbooth asks the server nothing: the client sends the same bytes with it and without it, counted at the
 * socket.
 */
@ExtendWith(DatabasesExtension.class)
final class RoundTripsIT {
    private static final Pattern HOST_AND_PORT = Pattern.compile("//[^/:]+:(\\d+)/");

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18", "MARIADB"})
    void workload_throughThePrefix_sendsNoByteMore(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "roundtrips");
        Matcher address = HOST_AND_PORT.matcher(endpoint.url());
        assertThat(address.find()).isTrue();
        try (CountingForwarder forwarder = new CountingForwarder(Integer.parseInt(address.group(1)))) {
            String url = address.replaceFirst("//127.0.0.1:" + forwarder.port() + "/");
            Endpoint counted = new Endpoint(database, url, endpoint.user(), endpoint.password());
            run(Route.DIRECT, counted); // a driver's first connection may ask more
            forwarder.sent();
            run(Route.DIRECT, counted);
            long direct = forwarder.sent();
            run(Route.TOLLBOOTH, counted);
            long through = forwarder.sent();
            System.out.println(database + " bytes sent by the client: direct=" + direct + " through=" + through);
            assertThat(direct).isGreaterThan(1_000);
            assertThat(through).isEqualTo(direct);
        }
    }

    private static void run(Route route, Endpoint endpoint) throws SQLException {
        try (Connection connection = route.connect(endpoint)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("DROP TABLE IF EXISTS t");
                statement.execute("CREATE TABLE t (id INT PRIMARY KEY, b VARCHAR(20))");
            }
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                for (int i = 0; i < 20; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "b" + i);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
            try (PreparedStatement query = connection.prepareStatement("SELECT b FROM t WHERE id < ?")) {
                query.setFetchSize(5);
                for (int i = 0; i < 10; i++) {
                    query.setInt(1, i);
                    try (ResultSet rows = query.executeQuery()) {
                        while (rows.next()) {
                            rows.getString(1);
                        }
                    }
                }
            }
            connection.rollback();
            connection.setAutoCommit(true);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE t SET b = 'x' WHERE id = 1");
                fail(statement);
            }
            DatabaseMetaData metaData = connection.getMetaData();
            try (ResultSet tables = metaData.getTables(null, null, "t", null)) {
                assertThat(tables.next()).isTrue();
            }
        }
    }

    private static void fail(Statement statement) {
        try {
            statement.executeQuery("SELECT * FROM nowhere");
        } catch (SQLException e) {
            assertThat(e.getSQLState()).startsWith("42");
        }
    }
}
