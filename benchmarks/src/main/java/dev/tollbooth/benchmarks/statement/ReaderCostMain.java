package dev.tollbooth.benchmarks.statement;

import dev.tollbooth.benchmarks.noop.NoopDriver;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that measures the effect of a reader of the SQL tables on eight executing threads, in pairs of runs without
 * and with a reader; it prints medians of five.
 *
 * <p>For threads that wait a millisecond for a server, the figure is executions per second. For threads that never
 * wait, it is the processor time of an execution, because any reader takes processors from them, and executions per
 * second would only show the scheduler.
 */
public final class ReaderCostMain {

    private static final int THREADS = 8;
    private static final int PAIRS = 5;
    private static final long SERVER_NANOS = 1_000_000;
    private static final String READ_URL = "jdbc:tollbooth:performance_schema";
    private static final String[] TABLES = {
        "events_statements_summary_by_digest",
        "events_statements_histogram_by_digest",
        "events_statements_histogram_global",
        "events_statements_summary_global_by_event_name",
        "active_statements"
    };
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private record Run(double executionsPerSecond, double cpuNanosPerExecution) {}

    private ReaderCostMain() {}

    /**
     * Runs all pairs.
     *
     * @param args the milliseconds of one run, 2000 by default
     */
    public static void main(String[] args) throws Exception {
        long millis = args.length == 0 ? 2_000 : Long.parseLong(args[0]);
        run(false, 0, millis);
        run(true, 0, millis);
        double[] throughput = new double[PAIRS];
        double[] cpu = new double[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            double without = run(false, SERVER_NANOS, millis).executionsPerSecond;
            throughput[i] = run(true, SERVER_NANOS, millis).executionsPerSecond / without;
        }
        for (int i = 0; i < PAIRS; i++) {
            double without = run(false, 0, millis).cpuNanosPerExecution;
            cpu[i] = run(true, 0, millis).cpuNanosPerExecution / without;
        }
        print("executions a second, 1 ms of server time each", throughput);
        print("processor time of an execution, no waiting", cpu);
    }

    private static void print(String what, double[] ratios) {
        double[] sorted = ratios.clone();
        Arrays.sort(sorted);
        System.out.printf(
                "%-48s median %+.1f %%  of %s%n", what, (sorted[PAIRS / 2] - 1) * 100, Arrays.toString(ratios));
    }

    private static Run run(boolean read, long serverNanos, long millis) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        LongAdder executions = new LongAdder();
        LongAdder cpuNanos = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> execute(stop, serverNanos, executions, cpuNanos)));
        }
        if (read) {
            threads.add(new Thread(() -> read(stop)));
        }
        long start = System.nanoTime();
        threads.forEach(Thread::start);
        Thread.sleep(millis);
        stop.set(true);
        long elapsed = System.nanoTime() - start;
        for (Thread thread : threads) {
            thread.join();
        }
        return new Run(executions.sum() * 1e9 / elapsed, cpuNanos.sum() / (double) executions.sum());
    }

    private static void execute(AtomicBoolean stop, long serverNanos, LongAdder executions, LongAdder cpuNanos) {
        long cpuBefore = CPU.getCurrentThreadCpuTime();
        String url = "jdbc:tollbooth:" + NoopDriver.PREFIX.substring("jdbc:".length()) + 1;
        long count = 0;
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement select = connection.prepareStatement("SELECT name FROM item WHERE id = ?")) {
            while (!stop.get()) {
                select.setLong(1, count);
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                }
                count++;
                if (serverNanos > 0) {
                    LockSupport.parkNanos(serverNanos);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        executions.add(count);
        cpuNanos.add(CPU.getCurrentThreadCpuTime() - cpuBefore);
    }

    private static void read(AtomicBoolean stop) {
        try (Connection connection = DriverManager.getConnection(READ_URL);
                Statement statement = connection.createStatement()) {
            while (!stop.get()) {
                for (String table : TABLES) {
                    try (ResultSet rows = statement.executeQuery("SELECT * FROM performance_schema." + table)) {
                        while (rows.next()) {
                            rows.getString(1);
                        }
                    }
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
