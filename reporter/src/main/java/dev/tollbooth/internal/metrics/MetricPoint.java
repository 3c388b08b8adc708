package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.List;
import java.util.Map;

/**
 * The value of one series at one time. Thread-safe: immutable.
 *
 * @param attributes names of {@link MetricAttribute} in a fixed order, with their values
 * @param startEpochMillis the start of counting, milliseconds since 1970 UTC; meaningless for a gauge
 * @param value the sum so far, or the value of a gauge, in the metric's unit
 * @param count the number of counted values; 0 for counters and gauges
 * @param histogram the latencies; empty for other kinds
 * @param exemplars executions that are examples of the latencies, in the order of their ends; at most one per decade
 *     of latency
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
