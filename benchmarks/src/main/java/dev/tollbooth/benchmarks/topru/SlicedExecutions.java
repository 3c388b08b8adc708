package dev.tollbooth.benchmarks.topru;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A thread that executes on several instances in short slices, forward and backward (1 2 3 3 2 1). It compares its own
 * processor time and allocation on each with those on the first. Other threads and processes disturb all of them alike,
 * except for rare bursts, which a median ignores.
 */
final class SlicedExecutions extends Thread {

    private static final ThreadMXBean SELF = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SLICE = 2_000;

    private final PreparedStatement[] statements;
    private final List<List<Double>> cpuRatios = new ArrayList<>();
    private final List<List<Double>> bytes = new ArrayList<>();
    private final List<Double> firstNanos = new ArrayList<>();
    private volatile boolean stopped;

    /** Makes a thread with one of {@code statements} for each instance. */
    SlicedExecutions(int number, PreparedStatement... statements) {
        super("application-" + number);
        this.statements = statements.clone();
        for (int i = 0; i < statements.length; i++) {
            cpuRatios.add(new ArrayList<>());
            bytes.add(new ArrayList<>());
        }
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                thereAndBack();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void thereAndBack() throws SQLException {
        int count = statements.length;
        long[] nanos = new long[count];
        long[] allocated = new long[count];
        for (int turn = 0; turn < 2 * count; turn++) {
            int at = turn < count ? turn : 2 * count - 1 - turn;
            long bytesBefore = SELF.getCurrentThreadAllocatedBytes();
            long before = SELF.getCurrentThreadCpuTime();
            slice(statements[at]);
            nanos[at] += SELF.getCurrentThreadCpuTime() - before;
            allocated[at] += SELF.getCurrentThreadAllocatedBytes() - bytesBefore;
        }
        for (int i = 0; i < count; i++) {
            cpuRatios.get(i).add((double) nanos[i] / nanos[0]);
            bytes.get(i).add(allocated[i] / (2.0 * SLICE));
        }
        firstNanos.add(nanos[0] / (2.0 * SLICE));
    }

    private static void slice(PreparedStatement select) throws SQLException {
        for (int i = 0; i < SLICE; i++) {
            select.setLong(1, i);
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
            }
        }
    }

    void stopAndJoin() throws InterruptedException {
        stopped = true;
        join();
    }

    int rounds() {
        return firstNanos.size();
    }

    /** Returns the median ratio of processor time on instance {@code i} to that on the first. */
    double cpuRatio(int i) {
        return median(cpuRatios.get(i));
    }

    /** Returns the median of bytes an execution allocates on instance {@code i}. */
    double bytes(int i) {
        return median(bytes.get(i));
    }

    /** Returns the median of nanoseconds of processor time of an execution on the first instance. */
    double nanos() {
        return median(firstNanos);
    }

    static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }
}
