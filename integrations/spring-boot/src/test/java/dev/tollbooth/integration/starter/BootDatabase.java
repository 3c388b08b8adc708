package dev.tollbooth.integration.starter;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/** A database for the applications of these tests, with the properties that name it. */
enum BootDatabase {
    H2("org.h2.Driver", "sa", ""),
    POSTGRESQL("org.postgresql.Driver", "postgres", "postgres");

    /**
     * The server, started at the first use and shared by all applications of this JVM. The library's own hook stops it
     * at the JVM's end.
     */
    private static final class Server {
        static final EmbeddedPostgres POSTGRES = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofMinutes(5))
                        .setServerConfig("listen_addresses", "127.0.0.1")
                        .setServerConfig("max_prepared_transactions", "10")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    final String driver;
    final String user;
    final String password;

    BootDatabase(String driver, String user, String password) {
        this.driver = driver;
        this.user = user;
        this.password = password;
    }

    /** Returns the URL of a new, empty database. */
    String url() {
        String name = "boot_" + UUID.randomUUID().toString().replace("-", "");
        if (this == H2) {
            return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
        }
        try (Connection connection = Server.POSTGRES.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return "jdbc:postgresql://127.0.0.1:" + Server.POSTGRES.getPort() + "/" + name;
    }
}
