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

    /** Copies the list. */
    public MetricSet {
        metrics = List.copyOf(metrics);
    }
}
