package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.figure.Figures;
import java.util.List;
import java.util.Map;

/**
 * All metrics of one instance at one time. Thread-safe: immutable.
 *
 * @param epochMillis the time of reading, milliseconds since 1970 UTC
 * @param attributes the attributes that all series have: instance and database
 * @param statements the sums of all statements, without their latencies
 * @param metrics the metrics in a fixed order, each name once
 */
public record MetricSet(long epochMillis, Map<String, String> attributes, Figures statements, List<Metric> metrics) {

    /** The bytes of a point and its place in a list. Most points share attributes and histogram with their series. */
    private static final long POINT_BYTES = 64;
    /** The bytes of a point's own attributes. */
    private static final long ATTRIBUTES_BYTES = 500;

    /** Copies the list. */
    public MetricSet {
        metrics = List.copyOf(metrics);
    }

    /** Returns the approximate heap bytes of the points. Objects that a point shares with its series do not count. */
    public long heldBytes() {
        long bytes = 0;
        for (Metric metric : metrics) {
            for (MetricPoint point : metric.points()) {
                boolean own = point.attributes().containsKey(MetricAttribute.ERROR_TYPE);
                bytes += own ? POINT_BYTES + ATTRIBUTES_BYTES : POINT_BYTES;
            }
        }
        return bytes;
    }
}
