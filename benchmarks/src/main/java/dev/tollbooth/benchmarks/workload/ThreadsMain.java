package dev.tollbooth.benchmarks.workload;

import dev.tollbooth.benchmarks.peer.Connector;
import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.Origin;
import dev.tollbooth.benchmarks.peer.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Selects by 1 to 64 platform threads, each with its connection, and by 10,000 virtual ones over 64 connections where the
 * JVM has them: Tollbooth beside direct, in {@link Slices}; and how often a virtual thread was pinned.
 */
public final class ThreadsMain {

    /** Some 20 us on H2: what 105 ns are lost in. */
    private static final String RANGE = "SELECT COUNT(*), MAX(name) FROM item WHERE id BETWEEN ? AND 250";

    private static final String SERVERS_POINT = "SELECT ?::bigint";

    private static final int MOST_THREADS = 64;
    private static final int MOST_ON_A_SERVER = 4;
    private static final int VIRTUAL_THREADS = 10_000;
    private static final int SELECTS_OF_VIRTUAL = 20;
    private static final int ROUNDS = 9;
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private ThreadsMain() {}

    /**
     * Runs from the command line.
     *
     * @param args the Markdown to write, the selects of each slice, and the URL of a PostgreSQL server (default: H2)
     */
    public static void main(String[] args) throws Exception {
        int selects = Integer.parseInt(args[1]);
        StringBuilder page = new StringBuilder();
        if (args.length > 2) {
            Origin server = Origin.of(args[2]);
            table(page, "Point selects on PostgreSQL", server, SERVERS_POINT, MOST_ON_A_SERVER, selects / 10, false);
        } else {
            Origin h2 = Database.H2.origin(1);
            boolean virtual = Runtime.version().feature() >= 21;
            table(page, "Point selects on H2", h2, Workload.SELECT, MOST_THREADS, selects, virtual);
            table(page, "Selects over 240 rows on H2", h2, RANGE, MOST_THREADS, selects / 10, virtual);
        }
        Files.writeString(Path.of(args[0]), page);
        System.out.print(page);
    }

    private static void table(
            StringBuilder page, String title, Origin origin, String sql, int most, int selects, boolean virtual)
            throws Exception {
        Connector direct = Peer.DIRECT.over(origin);
        Connector tollbooth = Peer.TOLLBOOTH.over(origin);
        page.append(String.format(
                Locale.ROOT,
                "**%s by threads, JDK %s**%n%n| threads | direct, CPU us | Tollbooth's CPU over it | throughput over direct |%n"
                        + "|---|---|---|---|%n",
                title,
                System.getProperty("java.version")));
        for (int threads = 1; threads <= most; threads *= 2) {
            try (Slices slices = new Slices(direct, tollbooth, sql, threads, false)) {
                ExecutorService pool = Executors.newFixedThreadPool(threads);
                row(page, Integer.toString(threads), slices.measure(pool, threads, selects / threads, ROUNDS));
                pool.shutdown();
            }
        }
        if (virtual) {
            try (Slices slices = new Slices(direct, tollbooth, sql, MOST_THREADS, true)) {
                ExecutorService pool = virtual();
                int each = Math.max(2, Math.min(SELECTS_OF_VIRTUAL, selects / VIRTUAL_THREADS));
                row(page, VIRTUAL_THREADS + " virtual", slices.measure(pool, VIRTUAL_THREADS, each, ROUNDS));
                pool.shutdown();
            }
            page.append("\nVirtual threads pinned in one run of both: ")
                    .append(pinned(direct, tollbooth, sql))
                    .append(" times.\n");
        }
        page.append('\n');
    }

    private static void row(StringBuilder page, String threads, Slices.Ratios ratios) {
        page.append(String.format(
                Locale.ROOT,
                "| %s | %.2f | %.3f | %.3f |%n",
                threads,
                ratios.directMicros(),
                ratios.cpu(),
                ratios.throughput()));
    }

    private static ExecutorService virtual() throws ReflectiveOperationException {
        // by reflection: the build is for Java 17
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    private static int pinned(Connector direct, Connector tollbooth, String sql) throws Exception {
        Path file = Files.createTempFile("pinned", ".jfr");
        try (Recording recording = new Recording();
                Slices slices = new Slices(direct, tollbooth, sql, MOST_THREADS, true)) {
            recording.enable(PINNED).withThreshold(Duration.ZERO);
            recording.start();
            ExecutorService pool = virtual();
            slices.measure(pool, VIRTUAL_THREADS, 1, 1);
            pool.shutdown();
            recording.dump(file);
            int count = 0;
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                // the recorder takes Tollbooth's own events too
                count += event.getEventType().getName().equals(PINNED) ? 1 : 0;
            }
            return count;
        } finally {
            Files.delete(file);
        }
    }
}
