package dev.tollbooth.benchmarks.io;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The processor time that each wrapper adds to the whole JVM and to the executing thread.
 *
 * <p>A wrapper's own threads work once a second. So a slice is a second of executions, and a second without any after
 * it. The JVM's clock steps by 10 ms, about 0.2 us for an execution, which many slices even out; so the mean is shown
 * too. The time of the other threads varies less between slices than the total.
 *
 * <p>Not thread-safe.
 */
final class ProcessNanos {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final long RUN_NANOS = 1_000_000_000;
    private static final long TAIL_MILLIS = 1_100;
    private static final int STEP = 32;

    private final List<Wrapper> wrappers;
    private final Sizes sizes;
    private final int mostLiterals;
    private final Random random = new Random(2);

    ProcessNanos(List<Wrapper> wrappers, Sizes sizes, int mostLiterals) {
        this.wrappers = wrappers;
        this.sizes = sizes;
        this.mostLiterals = mostLiterals;
    }

    /** Measures and prints one table. */
    void print(Operation operation, int statements) throws SQLException, InterruptedException {
        double[][] thread = new double[wrappers.size()][sizes.seconds()];
        double[][] process = new double[wrappers.size()][sizes.seconds()];
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < wrappers.size(); i++) {
            order.add(i);
        }
        for (int round = 0; round < sizes.seconds(); round++) {
            Collections.shuffle(order, random);
            for (int wrapper : order) {
                try (Client client = new Client(wrappers.get(wrapper), operation, statements, mostLiterals)) {
                    client.run(statements * 2, OtherMemory.NONE);
                    slice(client, round, thread[wrapper], process[wrapper]);
                }
            }
        }
        MarkdownTable table = new MarkdownTable(
                "Thread and process, ns of processor time added to an execution over direct: " + operation.label()
                        + ", " + statements + " statements by turns, " + sizes.seconds() + " slices of a second",
                List.of("thread", "process", "process over thread", "its mean"));
        for (int wrapper = 1; wrapper < wrappers.size(); wrapper++) {
            double[] others = others(process[wrapper], thread[wrapper]);
            double[] othersOfDirect = others(process[0], thread[0]);
            table.row(
                    wrappers.get(wrapper).label(),
                    List.of(
                            Median.added(thread[wrapper], thread[0]).signed(),
                            Median.added(process[wrapper], process[0]).signed(),
                            Median.added(others, othersOfDirect).signed(),
                            String.format(Locale.ROOT, "%+,.0f", mean(others) - mean(othersOfDirect))));
        }
    }

    /** Returns the times of the JVM's other threads. */
    private static double[] others(double[] process, double[] thread) {
        double[] others = new double[process.length];
        Arrays.setAll(others, i -> process[i] - thread[i]);
        return others;
    }

    private static void slice(Client client, int round, double[] thread, double[] process)
            throws SQLException, InterruptedException {
        long processStart = PROCESS.getProcessCpuTime();
        long threadStart = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long executions = 0;
        while (System.nanoTime() - start < RUN_NANOS) {
            client.run(STEP, OtherMemory.NONE);
            executions += STEP;
        }
        thread[round] = (double) (THREADS.getCurrentThreadCpuTime() - threadStart) / executions;
        Thread.sleep(TAIL_MILLIS);
        process[round] = (double) (PROCESS.getProcessCpuTime() - processStart) / executions;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
