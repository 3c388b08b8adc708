package dev.tollbooth.integration.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the network cost of {@code ru.source=postgres}: one round trip when connecting, and none later. */
@ExtendWith(DatabasesExtension.class)
final class RuRoundTripsIT {

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void notices_areAskedForOnce_andComeWithoutRoundTrips(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "ruroundtrips");
        int serversPort = Integer.parseInt(endpoint.url().replaceFirst(".*:(\\d+)/.*", "$1"));
        try (CountingForwarder forwarder = new CountingForwarder(serversPort);
                Tollbooth named = tollbooth("postgres");
                Tollbooth passive = tollbooth("auto")) {
            String url = endpoint.url().replaceFirst(":\\d+/", ":" + forwarder.port() + "/");
            DataSource driver = new Endpoint(database, url, endpoint.user(), endpoint.password()).driverDataSource();
            run(driver, 5); // a driver's first connection may ask more
            forwarder.syncs();
            for (int statements : new int[] {0, 10, 40}) {
                run(driver, statements);
                long direct = forwarder.syncs();
                run(passive.wrap(driver), statements);
                long through = forwarder.syncs();
                run(named.wrap(driver), statements);
                long withNotices = forwarder.syncs();
                System.out.printf(
                        "%s, %d statements: round trips direct=%d auto=%d postgres=%d%n",
                        database, statements, direct, through, withNotices);
                assertThat(direct).isGreaterThanOrEqualTo(2L * statements);
                assertThat(through).isEqualTo(direct);
                assertThat(withNotices).isEqualTo(direct + 1);
            }
            assertThat(named.statements().list())
                    .anySatisfy(row -> assertThat(row.ruSource()).isEqualTo("postgres"));
        }
    }

    private static Tollbooth tollbooth(String source) {
        return Tollbooth.builder()
                .setting("jmx", "off")
                .setting("ru.source", source)
                .build();
    }

    private static void run(DataSource dataSource, int statements) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT g FROM generate_series(1, 20) g")) {
            for (int i = 0; i < statements; i++) {
                read(query);
            }
            connection.setAutoCommit(false);
            query.setFetchSize(7);
            for (int i = 0; i < statements; i++) {
                read(query);
            }
            connection.commit();
        }
    }

    private static void read(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                rows.getInt(1);
            }
        }
    }
}
