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
    /** Attributes that a point has for itself. */
    private static final long ATTRIBUTES_BYTES = 500;

    /** Copies the list. */
    public MetricSet {
        metrics = List.copyOf(metrics);
    }

    /** Returns roughly how many bytes of heap it takes besides the series that it was read from. */
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
