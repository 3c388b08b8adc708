package dev.tollbooth.integration.database;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/**
 * The servers of one test run, each started at its first use. {@link #close()} stops all.
 *
 * <p>Thread-safe.
 */
public final class Databases implements AutoCloseable {
    // guarded by this
    private final Map<Database, DatabaseServer> servers = new EnumMap<>(Database.class);

    /** Makes an empty database of this name on the product's server, and drops an existing one. */
    public synchronized Endpoint empty(Database database, String name) throws Exception {
        DatabaseServer server = servers.get(database);
        if (server == null) {
            server = start(database);
            servers.put(database, server);
        }
        return server.emptyDatabase(name);
    }

    @Override
    public synchronized void close() throws Exception {
        SQLException failure = null;
        for (DatabaseServer server : servers.values()) {
            try {
                server.close();
            } catch (Exception e) {
                failure = new SQLException("server did not stop", e);
            }
        }
        servers.clear();
        if (failure != null) {
            throw failure;
        }
    }

    private static DatabaseServer start(Database database) throws Exception {
        return switch (database) {
            case H2 -> new H2Server();
            case POSTGRESQL_14 -> PostgresServer.start(database, older("postgres-14.jar"));
            case POSTGRESQL_18 -> PostgresServer.start(database, fixture("postgres-18.jar"));
            case MARIADB -> MariaDbServer.start();
        };
    }

    /** Returns a fixture that exists with {@code -Pgate} only; without it the test is skipped. */
    public static Path older(String name) {
        Path found = fixture(name);
        assumeTrue(
                Files.exists(found) || System.getenv("TESTS_SKIP_NOTHING") != null,
                "an older line, which -Pgate has: " + name);
        return found;
    }

    static Path fixture(String name) {
        String directory = System.getProperty("integration.fixtures");
        if (directory == null) {
            throw new IllegalStateException(
                    "system property not set: integration.fixtures, run mvn verify once and set it to target/fixtures");
        }
        return Path.of(directory, name);
    }
}
