package dev.tollbooth.benchmarks.io;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The processor time of one thread for an execution through each wrapper. A round is a short slice of each wrapper in
 * random order, so that other processes disturb all of them alike.
 *
 * <p>Not thread-safe.
 */
final class Slices {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** The least number of slices before the first figure, so that memory, caches and the JIT are warm. */
    private static final int LEAST_WARM_UP = 5;

    private final List<Client> clients;
    private final OtherMemory memory;
    private final int executions;
    private final Random random = new Random(1);

    Slices(List<Client> clients, OtherMemory memory, int executions) {
        this.clients = clients;
        this.memory = memory;
        this.executions = executions;
    }

    /** Returns nanoseconds per execution, by wrapper and round. */
    double[][] measure(int rounds) throws SQLException {
        double[][] nanos = new double[clients.size()][rounds];
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            order.add(i);
        }
        for (int round = -Math.max(LEAST_WARM_UP, rounds / 20); round < rounds; round++) {
            Collections.shuffle(order, random);
            for (int wrapper : order) {
                double each = slice(clients.get(wrapper));
                if (round >= 0) {
                    nanos[wrapper][round] = each;
                }
            }
        }
        return nanos;
    }

    private double slice(Client client) throws SQLException {
        long start = THREADS.getCurrentThreadCpuTime();
        long rows = client.run(executions, memory);
        long elapsed = THREADS.getCurrentThreadCpuTime() - start;
        if (rows < executions) {
            throw new IllegalStateException("rows are missing: rows=" + rows + " executions=" + executions);
        }
        return (double) elapsed / executions;
    }
}
