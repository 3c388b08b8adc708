package dev.tollbooth.benchmarks.io;

import dev.tollbooth.benchmarks.peer.Origin;
import dev.tollbooth.benchmarks.peer.TollboothJar;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

/**
 * A program that prints the time that wrappers add on a PostgreSQL server of this machine, over the loopback interface.
 */
public final class PostgresMain {

    private static final int STATEMENTS = 8;
    private static final int ITEMS = 1_000;
    private static final List<Operation> OPERATIONS = List.of(Operation.SELECT, Operation.UPDATE, Operation.PREPARE);

    private PostgresMain() {}

    /**
     * Runs from the command line.
     *
     * @param args quick or full, and one or more Tollbooth jars, as JAR or LABEL=JAR
     */
    public static void main(String[] args) throws Exception {
        Sizes sizes = Sizes.of(args[0]);
        List<TollboothJar> builds = EchoMain.builds(args);
        Path data = Files.createTempDirectory("tollbooth-benchmark-postgres");
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setPGStartupWait(Duration.ofMinutes(5))
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("synchronous_commit", "off")
                .start()) {
            List<String> postmaster = Files.readAllLines(data.resolve("postmaster.pid"));
            ServerProcessor.pin(Long.parseLong(postmaster.get(0).strip()));
            String url = "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres";
            OneConnectionDriver.takeOver(url);
            Origin origin = Origin.of(url);
            fill(origin);
            List<Wrapper> all = sizes.isFull() ? Wrapper.all(origin, builds) : Wrapper.few(origin, builds);
            AddedNanos table = new AddedNanos(
                    "PostgreSQL: ns of the thread's processor time added to an execution over direct, median (95 % interval)"
                            + " of " + sizes.slices() + " slices, JDK " + System.getProperty("java.version"),
                    all,
                    sizes,
                    ITEMS);
            table.warmUp(OPERATIONS, STATEMENTS);
            for (Operation operation : OPERATIONS) {
                table.line(operation, STATEMENTS, 0);
            }
            if (sizes.isFull()) {
                new ProcessNanos(all, sizes, ITEMS).print(Operation.PREPARE, STATEMENTS);
            }
        }
        // the wrappers may leave threads
        System.exit(0);
    }

    private static void fill(Origin origin) throws SQLException {
        try (Connection connection = origin.connect();
                Statement statement = connection.createStatement()) {
            for (int table = 0; table < STATEMENTS; table++) {
                statement.execute("CREATE UNLOGGED TABLE item_" + table + "(id BIGINT PRIMARY KEY, name VARCHAR(40))"
                        + " WITH (fillfactor = 50)");
                statement.execute("INSERT INTO item_" + table + " SELECT i, 'name-' || i FROM generate_series(1, "
                        + ITEMS + ") i");
            }
            statement.execute("ANALYZE");
        }
    }
}
