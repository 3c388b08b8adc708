package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.List;
import java.util.Map;

/**
 * The value of one series at one time. Thread-safe: immutable.
 *
 * @param attributes the names of {@link MetricAttribute}, in a fixed order, and what they are
 * @param startEpochMillis since when it counts, milliseconds since 1970 UTC; a gauge's is of no meaning
 * @param value the sum of a counter or of what was counted, or what a gauge shows; in the metric's unit
 * @param count how many were counted; 0 for counters and gauges
 * @param histogram latencies; empty for all other kinds
 * @param exemplars executions that are among the latencies, in the order of their ends; one at most of each decade
 */
public record MetricPoint(
        Map<String, String> attributes,
        long startEpochMillis,
        double value,
        long count,
        HistogramSnapshot histogram,
        List<Exemplar> exemplars) {

    /** Copies the list. */
    public MetricPoint {
        exemplars = List.copyOf(exemplars);
    }

    static MetricPoint of(Map<String, String> attributes, long startEpochMillis, double value) {
        return new MetricPoint(attributes, startEpochMillis, value, 0, HistogramSnapshot.EMPTY, List.of());
    }

    static MetricPoint ofCount(Map<String, String> attributes, long startEpochMillis, long value) {
        return of(attributes, startEpochMillis, (double) value);
    }
}
