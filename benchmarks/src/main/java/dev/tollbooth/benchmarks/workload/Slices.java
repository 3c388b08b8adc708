package dev.tollbooth.benchmarks.workload;

import com.sun.management.OperatingSystemMXBean;
import dev.tollbooth.benchmarks.peer.Connector;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * One statement on two routes by turns, in slices there and back (direct, wrapped, wrapped, direct) by all threads at
 * once: what other processes do is much the same for both, and a median leaves out the odd burst.
 *
 * <p>For one thread, which has a pool do the work.
 */
final class Slices implements AutoCloseable {

    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Another parameter each time: H2 would answer from its last result. */
    private static final int PARAMETERS = 16;

    private static final int WARM_UP = 3;

    /**
     * Medians of rounds.
     *
     * @param directMicros processor time of one statement on the direct route, microseconds: of the threads that
     *     execute, of the whole JVM where these are virtual
     * @param cpu that on the wrapped route over it
     * @param throughput statements a second on the wrapped route over those on the direct one
     */
    record Ratios(double directMicros, double cpu, double throughput) {}

    /** What a task took of its thread; no time where the thread is virtual. */
    private record Done(long rows, long cpuNanos) {}

    private record Cost(long wallNanos, long cpuNanos) {
        Cost plus(Cost other) {
            return new Cost(wallNanos + other.wallNanos, cpuNanos + other.cpuNanos);
        }
    }

    private final List<Connection> connections = new ArrayList<>();
    private final BlockingQueue<PreparedStatement> direct;
    private final BlockingQueue<PreparedStatement> wrapped;
    private final boolean virtual;

    /** Prepares {@code sql}, which has one parameter, on so many connections of each route, for threads of this kind. */
    Slices(Connector direct, Connector wrapped, String sql, int connections, boolean virtual) throws SQLException {
        this.virtual = virtual;
        this.direct = prepare(direct, sql, connections);
        this.wrapped = prepare(wrapped, sql, connections);
    }

    private BlockingQueue<PreparedStatement> prepare(Connector route, String sql, int count) throws SQLException {
        BlockingQueue<PreparedStatement> prepared = new ArrayBlockingQueue<>(count);
        for (int i = 0; i < count; i++) {
            Connection connection = route.connect();
            connections.add(connection);
            prepared.add(connection.prepareStatement(sql));
        }
        return prepared;
    }

    /** Runs {@code tasks} on {@code pool}, each of {@code selects} on a connection that no other has meanwhile. */
    Ratios measure(ExecutorService pool, int tasks, int selects, int rounds)
            throws InterruptedException, ExecutionException {
        List<Double> micros = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        List<Double> throughput = new ArrayList<>();
        for (int round = -WARM_UP; round < rounds; round++) {
            Cost there = slice(pool, direct, tasks, selects);
            Cost own = slice(pool, wrapped, tasks, selects).plus(slice(pool, wrapped, tasks, selects));
            Cost base = there.plus(slice(pool, direct, tasks, selects));
            if (round >= 0) {
                micros.add(base.cpuNanos / 2e3 / tasks / selects);
                cpu.add((double) own.cpuNanos / base.cpuNanos);
                throughput.add((double) base.wallNanos / own.wallNanos);
            }
        }
        return new Ratios(median(micros), median(cpu), median(throughput));
    }

    private Cost slice(ExecutorService pool, BlockingQueue<PreparedStatement> free, int tasks, int selects)
            throws InterruptedException, ExecutionException {
        Callable<Done> task = () -> {
            PreparedStatement mine = free.take();
            try {
                return run(mine, selects);
            } finally {
                free.add(mine);
            }
        };
        long cpu = PROCESS.getProcessCpuTime();
        long start = System.nanoTime();
        long rows = 0;
        long ofThreads = 0;
        for (Future<Done> done : pool.invokeAll(Collections.nCopies(tasks, task))) {
            rows += done.get().rows;
            ofThreads += done.get().cpuNanos;
        }
        long wall = System.nanoTime() - start;
        Cost cost = new Cost(wall, virtual ? PROCESS.getProcessCpuTime() - cpu : ofThreads);
        if (rows != (long) tasks * selects) {
            throw new IllegalStateException("rows are missing: rows=" + rows + " selects=" + (long) tasks * selects);
        }
        return cost;
    }

    private Done run(PreparedStatement statement, int selects) throws SQLException {
        long cpu = threadCpuNanos();
        long rows = 0;
        for (int i = 0; i < selects; i++) {
            statement.setLong(1, 1 + i % PARAMETERS);
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows++;
                }
            }
        }
        return new Done(rows, threadCpuNanos() - cpu);
    }

    /** The JVM does not tell what a virtual thread took. */
    private long threadCpuNanos() {
        return virtual ? 0 : THREADS.getCurrentThreadCpuTime();
    }

    private static double median(List<Double> values) {
        Collections.sort(values);
        return values.get(values.size() / 2);
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
