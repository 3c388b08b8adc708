package dev.tollbooth.benchmarks.flood;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.OriginDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * A program in which one thread executes 500 statements of a driver that does nothing, for many users in turn. It
 * prints the longest executions in total, and without the collector's pauses and the waits for a processor. The rest is
 * Tollbooth's own time: its locks, and its work on the application's thread.
 *
 * <p>It runs on Linux only.
 */
public final class ManyUsersMain {

    private static final int STATEMENTS = 500;
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final long MILLISECOND = 1_000_000;
    /**
     * The number of executions between two readings of the wait for a processor, which is also read after each slow
     * one.
     */
    private static final int BETWEEN_LOOKS = 1_024;

    private static final Path SCHEDULED = Path.of("/proc/thread-self/schedstat");

    /** The rounding of the collector's times, which are whole milliseconds. */
    private static final int ROUNDING_MILLIS = 2;

    /** A slow execution, with its end by the collector's clock in milliseconds. */
    private record Slow(long nanos, long unscheduledNanos, long endMillis) {}

    private final List<GcInfo> pauses = new CopyOnWriteArrayList<>();
    private final List<Slow> slow = new ArrayList<>();
    private final long collectorStartNanos = collectorStartNanos();
    private final int users;
    private long executions;
    private long cpuNanos;

    private ManyUsersMain(int users) {
        this.users = users;
    }

    /**
     * Runs all numbers of users.
     *
     * @param args the seconds, 10 by default, and the numbers of users, 10 and 100,000 by default
     */
    public static void main(String[] args) throws Exception {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        System.out.println(
                "| users | executions/s | CPU, ns | longest, ms | over 5 ms | own: longest, ms | over 1 ms | over 5 ms |");
        System.out.println("|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (String users : args.length > 1 ? List.of(args).subList(1, args.length) : List.of("10", "100000")) {
            new ManyUsersMain(Integer.parseInt(users)).run(seconds);
        }
    }

    /**
     * Returns the time at which the collector's clock was 0. The JVM's uptime can differ by 80 ms on a busy machine.
     */
    private static long collectorStartNanos() {
        System.gc();
        long now = System.nanoTime();
        long lastEnd = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            GcInfo last = ((com.sun.management.GarbageCollectorMXBean) collector).getLastGcInfo();
            lastEnd = Math.max(lastEnd, last == null ? 0 : last.getEndTime());
        }
        return now - lastEnd * MILLISECOND;
    }

    private void run(int seconds) throws Exception {
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector)
                    .addNotificationListener(
                            (told, none) -> pauses.add(
                                    GarbageCollectionNotificationInfo.from((CompositeData) told.getUserData())
                                            .getGcInfo()),
                            null,
                            null);
        }
        try (Tollbooth tollbooth =
                        Tollbooth.builder().setting("name", "users" + users).build();
                Connection connection = tollbooth
                        .wrap(new OriginDataSource(Database.NOOP.origin(1)))
                        .getConnection()) {
            AutoCloseable consumer = tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_15);
            PreparedStatement[] statements = new PreparedStatement[STATEMENTS];
            for (int i = 0; i < STATEMENTS; i++) {
                statements[i] = connection.prepareStatement("UPDATE item SET c" + i + " = ?");
            }
            execute(tollbooth, statements, System.nanoTime() + WARM_UP_NANOS);
            slow.clear();
            long cpuStart = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            executions = execute(tollbooth, statements, System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
            cpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpuStart;
            consumer.close();
        }
        TimeUnit.SECONDS.sleep(1); // notifications come later
        print(seconds);
    }

    private long execute(Tollbooth tollbooth, PreparedStatement[] statements, long end) throws Exception {
        String[] names = new String[users];
        for (int i = 0; i < users; i++) {
            names[i] = "user" + i;
        }
        long unscheduled = unscheduledNanos();
        for (long number = 0; ; number++) {
            PreparedStatement statement = statements[(int) (number % STATEMENTS)];
            long took = tollbooth.asUser(names[(int) (number % users)], () -> {
                long start = System.nanoTime();
                statement.executeUpdate();
                return System.nanoTime() - start;
            });
            if (took > MILLISECOND || number % BETWEEN_LOOKS == 0) {
                long now = System.nanoTime();
                long waited = unscheduledNanos();
                if (took > MILLISECOND) {
                    slow.add(new Slow(took, waited - unscheduled, (now - collectorStartNanos) / MILLISECOND));
                }
                unscheduled = waited;
                if (now > end) {
                    return number;
                }
            }
        }
    }

    private static long unscheduledNanos() throws IOException {
        return Long.parseLong(Files.readString(SCHEDULED).split(" ")[1]);
    }

    /** Returns the time of an execution without pauses and waits. */
    private double ownMillis(Slow execution) {
        double millis = (double) execution.nanos / MILLISECOND;
        double own = millis - (double) execution.unscheduledNanos / MILLISECOND;
        for (GcInfo pause : pauses) {
            boolean before = pause.getEndTime() + ROUNDING_MILLIS < execution.endMillis - millis;
            if (!before && pause.getStartTime() - ROUNDING_MILLIS <= execution.endMillis) {
                own -= pause.getDuration() + 1.0;
            }
        }
        return Math.max(0, own);
    }

    private void print(int seconds) {
        double[] own = slow.stream().mapToDouble(this::ownMillis).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "| %,d | %,d | %d | %.1f | %d | %.1f | %d | %d |%n",
                users,
                executions / seconds,
                cpuNanos / executions,
                slow.stream().mapToLong(Slow::nanos).max().orElse(0) / (double) MILLISECOND,
                slow.stream().filter(each -> each.nanos > 5 * MILLISECOND).count(),
                own.length == 0 ? 0 : own[own.length - 1],
                Arrays.stream(own).filter(each -> each > 1).count(),
                Arrays.stream(own).filter(each -> each > 5).count());
    }
}
