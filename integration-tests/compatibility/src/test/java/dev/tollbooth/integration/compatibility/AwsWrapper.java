package dev.tollbooth.integration.compatibility;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A setup with the JDBC wrapper of AWS for Aurora, on either side of Tollbooth, with its default plug-ins and a
 * PostgreSQL of the tests, which the wrapper recognizes as no Aurora.
 *
 * <p>Not thread-safe.
 */
final class AwsWrapper implements AutoCloseable {
    private EmbeddedPostgres server;

    List<TriedProduct> all() {
        return List.of(
                TriedProduct.of(
                        "driver",
                        "AWS Advanced JDBC Wrapper, behind Tollbooth",
                        software.amazon.jdbc.Driver.class,
                        prefix -> Optional.of(run(prefix + "aws-wrapper:"))),
                TriedProduct.of(
                        "driver",
                        "AWS Advanced JDBC Wrapper, before Tollbooth",
                        software.amazon.jdbc.Driver.class,
                        prefix -> {
                            run("jdbc:aws-wrapper:" + prefix.substring("jdbc:".length()));
                            // the wrapper's own queries pass through Tollbooth, too
                            return Optional.empty();
                        }));
    }

    private Counts run(String prefix) throws Exception {
        if (server == null) {
            server = start();
        }
        String url = prefix + "postgresql://127.0.0.1:" + server.getPort() + "/postgres";
        try (Connection connection = DriverManager.getConnection(url, "postgres", "postgres")) {
            return PlainWork.run(connection, "passage");
        }
    }

    private static EmbeddedPostgres start() throws IOException {
        return EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofMinutes(5))
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("fsync", "off") // its databases end with the run
                .start();
    }

    @Override
    public void close() throws IOException {
        if (server != null) {
            server.close();
        }
    }
}
