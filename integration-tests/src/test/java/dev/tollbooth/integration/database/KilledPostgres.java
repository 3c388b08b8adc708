package dev.tollbooth.integration.database;

import dev.tollbooth.integration.process.FreePort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A PostgreSQL server that can be killed, as by a power cut, and started again at its port with its data.
 *
 * <p>Not thread-safe.
 */
public final class KilledPostgres implements AutoCloseable {

    private final Path directory;
    private final int port;
    private EmbeddedPostgres server;

    /** Starts the server; {@code directory} is created, and contains its data. */
    public KilledPostgres(Path directory) throws IOException {
        this.directory = directory;
        this.port = FreePort.find();
        this.server = start();
    }

    private EmbeddedPostgres start() throws IOException {
        PostgresServer.requireUnprivilegedUser();
        return EmbeddedPostgres.builder()
                .setPgBinaryResolver(PostgresServer.fromJar(Databases.fixture("postgres-18.jar")))
                .setDataDirectory(directory)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setPGStartupWait(Duration.ofMinutes(5))
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("synchronous_commit", "off")
                .start();
    }

    /** Returns the URL of the database, with a user. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    /** Kills all processes of the server at once, without a message to clients; then starts it again. */
    public void killAndStart() throws IOException, InterruptedException {
        String process = Files.readAllLines(directory.resolve("postmaster.pid")).get(0);
        int status = new ProcessBuilder(List.of("sh", "-c", "kill -QUIT " + process))
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("server can't be killed: process=" + process);
        }
        ProcessHandle.of(Long.parseLong(process))
                .ifPresent(handle -> handle.onExit().join());
        server.close();
        server = start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
