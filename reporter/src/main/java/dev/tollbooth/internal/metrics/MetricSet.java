package dev.tollbooth.internal.metrics;

import java.util.List;
import java.util.Map;

/**
 * All metrics of one instance at one time. Thread-safe: immutable.
 *
 * @param epochMillis when they were read, milliseconds since 1970 UTC
 * @param attributes what all series have besides their own: instance, database
 * @param metrics in a fixed order, each name once
 */
public record MetricSet(long epochMillis, Map<String, String> attributes, List<Metric> metrics) {

    /** A point, and its place in a list; attributes and histogram are mostly those of the series. */
    private static final long POINT_BYTES = 64;

    /** Copies the list. */
    public MetricSet {
        metrics = List.copyOf(metrics);
    }

    /** Returns roughly how many bytes of heap it takes besides the series that it was read from. */
    public long heldBytes() {
        return metrics.stream()
                .mapToLong(metric -> POINT_BYTES * metric.points().size())
                .sum();
    }
}
