package dev.tollbooth.benchmarks.topru;

import java.util.Locale;

/**
 * The mean and the greatest of some times.
 *
 * <p>Not thread-safe.
 */
final class CpuTimes {

    private long count;
    private long sumNanos;
    private long maxNanos;

    void add(long nanos) {
        count++;
        sumNanos += nanos;
        maxNanos = Math.max(maxNanos, nanos);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "mean=%.1f ms max=%.1f ms", sumNanos / 1e6 / Math.max(1, count), maxNanos / 1e6);
    }
}
