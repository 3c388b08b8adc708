package dev.tollbooth.internal.compare;

import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random latencies like those of real statements, from a seed. */
enum Workload {
    /** Most latencies near the median, and a long tail. */
    PLAIN,
    /** A cache with hits in four of five executions. */
    TWO_HUMPS,
    /** One of 200 executions waits for a lock or a collection. */
    PAUSES,
    /** A different load in each window, and pauses that all executions of a window meet. */
    BUSY_WINDOWS;

    private static final double MEDIAN_NANOS = 400_000;

    /**
     * Returns one side of a comparison with {@code executions} in {@code windows}.
     *
     * @param slowdown the factor of the latencies; 1 for none
     */
    MeasuredStatement side(Random random, int executions, int windows, double slowdown) {
        List<HistogramSnapshot> histograms = new ArrayList<>();
        for (int i = 0; i < windows; i++) {
            double load = this == BUSY_WINDOWS ? Math.exp(0.1 * random.nextGaussian()) : 1;
            boolean paused = this == BUSY_WINDOWS && random.nextInt(5) == 0;
            long[] counts = new long[LatencyBuckets.COUNT];
            int share = executions / windows + (i < executions % windows ? 1 : 0);
            for (int k = 0; k < share; k++) {
                boolean inPause = paused && k < share / 20;
                double nanos = nanos(random) * load * slowdown + (inPause ? 20_000_000 : 0);
                counts[LatencyBuckets.index((long) nanos)]++;
            }
            histograms.add(HistogramSnapshot.of(0, counts));
        }
        return new MeasuredStatement(histograms, executions, 0, null, Set.of());
    }

    private double nanos(Random random) {
        double plain = MEDIAN_NANOS * Math.exp(0.5 * random.nextGaussian());
        return switch (this) {
            case PLAIN, BUSY_WINDOWS -> plain;
            case TWO_HUMPS -> random.nextInt(5) == 0 ? plain * 12 : plain;
            case PAUSES -> random.nextInt(200) == 0 ? plain + 50_000_000 * random.nextDouble() : plain;
        };
    }
}
