package dev.tollbooth.benchmarks.topru;

import java.util.Arrays;

/**
 * The five longest times each by the processor's time and by the clock.
 *
 * <p>Not thread-safe.
 */
final class LongestTimes {

    private static final int KEPT = 5;

    private final long[] cpuNanos = new long[KEPT];
    private final long[] wallNanos = new long[KEPT];

    void add(long cpu, long wall) {
        keep(cpuNanos, cpu);
        keep(wallNanos, wall);
    }

    /** Adds a time to {@code longest}, which is in ascending order. */
    private static void keep(long[] longest, long nanos) {
        if (nanos > longest[0]) {
            longest[0] = nanos;
            Arrays.sort(longest);
        }
    }

    @Override
    public String toString() {
        return "cpu=" + micros(cpuNanos) + " us, wall=" + micros(wallNanos) + " us";
    }

    private static String micros(long[] nanos) {
        return Arrays.toString(Arrays.stream(nanos).map(value -> value / 1_000).toArray());
    }
}
