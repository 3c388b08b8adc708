package dev.tollbooth.benchmarks.workload;

import dev.tollbooth.benchmarks.peer.Connector;
import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Point selects on H2 by 1 to 64 platform threads, each with its connection, and by 10,000 virtual ones where the JVM has
 * them: Tollbooth's throughput over direct's, the median of pairs; and how often a virtual thread was pinned.
 */
public final class ThreadsMain {

    private static final int MOST_THREADS = 64;
    private static final int VIRTUAL_THREADS = 10_000;
    private static final int SELECTS_OF_VIRTUAL = 50;
    private static final int PAIRS = 5;
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private ThreadsMain() {}

    /** Runs from the command line; the arguments are the Markdown to write, and the selects of each measure. */
    public static void main(String[] args) throws Exception {
        int selects = Integer.parseInt(args[1]);
        Connector direct = Peer.DIRECT.over(Database.H2.origin(1));
        Connector tollbooth = Peer.TOLLBOOTH.over(Database.H2.origin(1));
        StringBuilder page = new StringBuilder("**Point selects on H2 by threads, JDK ")
                .append(System.getProperty("java.version"))
                .append("**\n\n| threads | throughput over direct |\n|---|---|\n");
        for (int threads = 1; threads <= MOST_THREADS; threads *= 2) {
            int each = selects / threads;
            int count = threads;
            row(page, Integer.toString(threads), ratio(direct, tollbooth, c -> platform(c, count, each)));
        }
        if (Runtime.version().feature() >= 21) {
            row(page, VIRTUAL_THREADS + " virtual", ratio(direct, tollbooth, ThreadsMain::virtual));
            page.append("\nVirtual threads pinned in one run: direct ")
                    .append(pinned(direct))
                    .append(" times, Tollbooth ")
                    .append(pinned(tollbooth))
                    .append(" times.\n");
        }
        page.append('\n');
        Files.writeString(Path.of(args[0]), page);
        System.out.print(page);
    }

    private interface Measure {
        double perSecond(Connector connector) throws Exception;
    }

    private static void row(StringBuilder page, String threads, double ratio) {
        page.append(String.format(Locale.ROOT, "| %s | %.2f |%n", threads, ratio));
    }

    private static double ratio(Connector direct, Connector tollbooth, Measure measure) throws Exception {
        measure.perSecond(direct);
        measure.perSecond(tollbooth);
        double[] ratios = new double[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            double without = measure.perSecond(direct);
            ratios[i] = measure.perSecond(tollbooth) / without;
        }
        Arrays.sort(ratios);
        return ratios[PAIRS / 2];
    }

    private static double platform(Connector connector, int threads, int selectsEach) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            return perSecond(pool, connector, threads, selectsEach);
        } finally {
            pool.shutdown();
        }
    }

    private static double virtual(Connector connector) throws Exception {
        // by reflection: the build is for Java 17
        ExecutorService pool = (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try {
            return perSecond(pool, connector, VIRTUAL_THREADS, SELECTS_OF_VIRTUAL);
        } finally {
            pool.shutdown();
        }
    }

    private static double perSecond(ExecutorService pool, Connector connector, int tasks, int selectsEach)
            throws InterruptedException, ExecutionException {
        Callable<Long> task = () -> selects(connector, selectsEach);
        List<Callable<Long>> all = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            all.add(task);
        }
        long start = System.nanoTime();
        long sum = 0;
        for (Future<Long> done : pool.invokeAll(all)) {
            sum += done.get();
        }
        if (sum == 0) {
            throw new IllegalStateException("no rows were read: tasks=" + tasks);
        }
        return (double) tasks * selectsEach / (System.nanoTime() - start) * 1e9;
    }

    private static long selects(Connector connector, int count) throws SQLException {
        long sum = 0;
        try (Connection connection = connector.connect();
                PreparedStatement select = new Workload(connection).prepareSelect()) {
            for (int i = 0; i < count; i++) {
                sum += Workload.select(select);
            }
        }
        return sum;
    }

    private static int pinned(Connector connector) throws Exception {
        Path file = Files.createTempFile("pinned", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable(PINNED).withThreshold(Duration.ZERO);
            recording.start();
            virtual(connector);
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
