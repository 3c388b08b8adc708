package dev.tollbooth.internal.metrics;

import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Map;

/** The latencies of one series' executions that failed in one way. Not thread-safe: guarded by its board. */
final class FailedFigures {

    private static final double NANOS_PER_SECOND = 1e9;

    private final boolean isStatus;
    private long nanos;
    private HistogramSnapshot histogram = HistogramSnapshot.EMPTY;

    /** None yet; {@code isStatus} where the database's status code says how they failed. */
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

    /** Adds to {@code attributes} how they failed. */
    void name(String errorType, Map<String, String> attributes) {
        attributes.put(MetricAttribute.ERROR_TYPE, errorType);
        if (isStatus) {
            attributes.put(MetricAttribute.STATUS_CODE, errorType);
        }
    }
}
