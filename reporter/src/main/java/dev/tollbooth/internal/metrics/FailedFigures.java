package dev.tollbooth.internal.metrics;

import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Map;

/** The latencies of one series' failed executions of one kind. Not thread-safe: guarded by its board. */
final class FailedFigures {

    private static final double NANOS_PER_SECOND = 1e9;

    private final boolean isStatus;
    private long nanos;
    private HistogramSnapshot histogram = HistogramSnapshot.EMPTY;

    /** Makes figures of 0; {@code isStatus} says whether the kind is the database's status code. */
    FailedFigures(boolean isStatus) {
        this.isStatus = isStatus;
    }

    boolean isStatus() {
        return isStatus;
    }

    HistogramSnapshot histogram() {
        return histogram;
    }

    long nanos() {
        return nanos;
    }

    double seconds() {
        return nanos / NANOS_PER_SECOND;
    }

    void add(long moreNanos, HistogramSnapshot more) {
        nanos += moreNanos;
        histogram = histogram.merge(more);
    }

    /** Adds the kind of failure to {@code attributes}. */
    void name(String errorType, Map<String, String> attributes) {
        attributes.put(MetricAttribute.ERROR_TYPE, errorType);
        if (isStatus) {
            attributes.put(MetricAttribute.STATUS_CODE, errorType);
        }
    }
}
