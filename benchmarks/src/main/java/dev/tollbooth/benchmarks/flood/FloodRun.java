package dev.tollbooth.benchmarks.flood;

import com.sun.management.OperatingSystemMXBean;
import dev.tollbooth.benchmarks.peer.Connector;
import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.Peer;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.statement.StatementSnapshot;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A program that floods one wrapper with distinct statements of 1 KB from 8 threads for 10,000 users. It prints the
 * greatest growth of the reachable heap by class histogram, the statements per second, and the processor time for each,
 * including the JVM's own threads.
 *
 * <p>A run without a flood has the same threads, users, connections and new strings of 1 KB, but only 50 distinct
 * statements.
 */
public final class FloodRun {

    private static final int THREADS = 8;
    private static final int USERS = 10_000;
    /** The number of parts of the flood; the heap is measured after each. */
    private static final int PARTS = 4;
    /** The number of additional parts before, for the compiler. */
    private static final int WARM_UPS = 2;

    private static final int KNOWN = 50;
    private static final String COLUMNS = ", name AS some_alias_of_a_column_that_is_long".repeat(22);
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** The time of all executions, in seconds of the clock and of the processor. */
    private record Cost(double seconds, double cpuSeconds) {

        static final Cost NONE = new Cost(0, 0);

        Cost plus(Cost other) {
            return new Cost(seconds + other.seconds, cpuSeconds + other.cpuSeconds);
        }
    }

    private final Peer peer;
    private final Connector connector;

    private FloodRun(Peer peer, Database database) throws SQLException {
        this.peer = peer;
        this.connector = peer.over(database.origin(1));
    }

    /**
     * Runs one flood.
     *
     * @param args peer, database, number of statements
     */
    public static void main(String[] args) throws Exception {
        Peer peer = Peer.valueOf(args[0]);
        Database database = Database.valueOf(args[1]);
        int statements = Integer.parseInt(args[2]);
        // classes of database and driver
        new FloodRun(Peer.DIRECT, database).execute(KNOWN * 1_000, KNOWN, 0);
        long before = usedBytes();
        FloodRun run = new FloodRun(peer, database);
        AutoCloseable consumer = () -> {};
        if (peer == Peer.TOLLBOOTH) {
            consumer = Tollbooth.shared().subscribe(report -> {}, ItemInterval.SECONDS_15);
        }
        int part = statements / PARTS;
        Cost known = Cost.NONE;
        for (int i = -WARM_UPS; i < PARTS; i++) {
            Cost cost = run.execute(part, KNOWN, 0);
            known = i < 0 ? known : known.plus(cost);
        }
        for (int i = 0; i < WARM_UPS; i++) {
            run.execute(part, 2 * statements, statements + i * part);
        }
        long most = 0;
        Cost flood = Cost.NONE;
        for (int i = 0; i < PARTS; i++) {
            flood = flood.plus(run.execute(part, 2 * statements, i * part));
            most = Math.max(most, usedBytes() - before);
        }
        if (peer == Peer.TOLLBOOTH) {
            check(2L * (WARM_UPS + PARTS) * part, most);
        }
        consumer.close();
        print(most, known, flood, part * PARTS);
    }

    private static void print(long most, Cost known, Cost flood, int count) {
        System.out.printf(
                Locale.ROOT,
                "%.1f | %,.0f | %,.0f | %.2f | %.1f | %.1f | %.2f%n",
                most / 1048576.0,
                count / known.seconds,
                count / flood.seconds,
                known.seconds / flood.seconds,
                known.cpuSeconds * 1e6 / count,
                flood.cpuSeconds * 1e6 / count,
                known.cpuSeconds / flood.cpuSeconds);
    }

    /** Throws if a statement is in no row, or the heap has grown above the limit. */
    private static void check(long executed, long grown) throws JMException {
        Tollbooth tollbooth = Tollbooth.shared();
        long counted = tollbooth.statements().list().stream()
                .mapToLong(StatementSnapshot::count)
                .sum();
        long limit = (Long) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=Memory,instance=default"), "Limit");
        System.err.println("Tollbooth: executed " + executed + ", in rows " + counted
                + ", of these in the row for the rest " + tollbooth.statements().lost() + " and more evicted; limit "
                + limit + " bytes, heap grew by " + grown);
        if (counted != executed || grown > limit) {
            throw new IllegalStateException("flood not held: executed=" + executed + ", counted=" + counted + ", limit="
                    + limit + ", grown=" + grown);
        }
    }

    private static long usedBytes() throws JMException {
        return ReachableHeap.bytes();
    }

    /** Executes {@code count} statements out of {@code distinct}. */
    private Cost execute(int count, int distinct, int first) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long start = System.nanoTime();
            long cpuStart = PROCESS.getProcessCpuTime();
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int from = (int) ((long) count * thread / THREADS);
                int to = (int) ((long) count * (thread + 1) / THREADS);
                running.add(threads.submit(() -> {
                    execute(first + from, first + to, count, distinct);
                    return null;
                }));
            }
            for (Future<?> done : running) {
                done.get();
            }
            return new Cost((System.nanoTime() - start) / 1e9, (PROCESS.getProcessCpuTime() - cpuStart) / 1e9);
        } finally {
            threads.shutdown();
        }
    }

    /** Executes the statements of some users, each with its own connection for 100 statements of the whole flood. */
    private void execute(int from, int to, int count, int distinct) throws SQLException {
        int perUser = Math.max(1, count * PARTS / USERS);
        for (int next = from; next < to; ) {
            int first = next;
            int end = Math.min(to, next + perUser);
            if (peer == Peer.TOLLBOOTH) {
                Tollbooth.shared().asUser("user" + next / perUser % USERS, () -> oneConnection(first, end, distinct));
            } else {
                oneConnection(first, end, distinct);
            }
            next = end;
        }
    }

    private void oneConnection(int first, int end, int distinct) throws SQLException {
        try (Connection connection = connector.connect();
                Statement statement = connection.createStatement()) {
            for (int number = first; number < end; number++) {
                String sql = "SELECT id AS c" + number % distinct + COLUMNS + " FROM item WHERE id = 7";
                try (ResultSet rows = statement.executeQuery(sql)) {
                    rows.next();
                }
            }
        }
    }
}
