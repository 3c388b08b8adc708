package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.latency.FailureKind;
import dev.tollbooth.internal.latency.FailureKinds;
import dev.tollbooth.internal.table.RowFigures;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The counts of one series. Not thread-safe: guarded by its board. */
final class SeriesFigures {

    /**
     * The most kinds of failures that are distinguished, in order of appearance. Failures of other kinds are counted as
     * {@link FailureKind#OTHERS}.
     */
    static final int MOST_FAILURES = 8;

    private static final double NANOS_PER_SECOND = 1e9;

    private static final long BYTES_OF_FAILED = 120;

    private Figures all = Figures.NONE;
    /** The failures by {@code error.type}. Their latencies are also in {@link #all}. */
    private final Map<String, FailedFigures> failed = new LinkedHashMap<>(1);

    /** Returns the growth of a row as figures. Request units that a rounding error makes negative are 0. */
    static Figures of(RowFigures row, @Nullable String ruSource) {
        return Figures.builder()
                .set(Figure.COUNT, row.get(Figure.COUNT))
                .set(Figure.TIME, row.get(Figure.TIME))
                .set(Figure.ERRORS, row.get(Figure.ERRORS))
                .set(Figure.ROWS_READ, row.get(Figure.ROWS_READ))
                .ru(ruSource, Math.max(0, row.ru()))
                .build();
    }

    /** Adds {@code more} to the sums of all executions, but not to the failures by kind. */
    void add(Figures more) {
        all = all.plus(more);
    }

    /** Adds the growth of a row; {@code kinds} names the kinds of its failures by their numbers. */
    void add(Figures figures, RowFigures row, FailureKinds kinds) {
        add(figures.toBuilder().histogram(row.histogram()).build());
        row.failures().forEachKind((number, nanos, latencies) -> {
            FailureKind kind = kinds.kind(number);
            failed(kind.type(), kind.isStatus()).add(nanos, latencies);
        });
    }

    /** Adds {@code other}. */
    void add(SeriesFigures other) {
        add(other.all);
        other.failed.forEach((type, more) -> failed(type, more.isStatus()).add(more.nanos(), more.histogram()));
    }

    /** Returns the sums of all executions, failed ones included. */
    Figures all() {
        return all;
    }

    private FailedFigures failed(String type, boolean isStatus) {
        FailedFigures known = failed.get(type);
        if (known != null) {
            return known;
        }
        boolean isOwn = !type.equals(FailureKind.OTHERS);
        int own = failed.size() - (failed.containsKey(FailureKind.OTHERS) ? 1 : 0);
        if (isOwn && own >= MOST_FAILURES) {
            return failed(FailureKind.OTHERS, false);
        }
        FailedFigures added = new FailedFigures(isStatus);
        failed.put(type, added);
        return added;
    }

    /** Returns the approximate bytes of heap of the latencies. */
    long bytes() {
        long bytes = bytes(all.histogram());
        for (FailedFigures each : failed.values()) {
            bytes += BYTES_OF_FAILED + bytes(each.histogram());
        }
        return bytes;
    }

    private static long bytes(HistogramSnapshot latencies) {
        return latencies.total() == 0 ? 0 : Long.BYTES * (latencies.lastBucket() - latencies.firstBucket() + 1L);
    }

    /** Returns the failures by {@code error.type}. */
    Map<String, FailedFigures> failed() {
        return failed;
    }

    /** Returns the latencies of successful executions. */
    HistogramSnapshot succeeded() {
        HistogramSnapshot rest = all.histogram();
        for (FailedFigures each : failed.values()) {
            rest = rest.minus(each.histogram());
        }
        return rest;
    }

    /** Returns the total time of successful executions in seconds. */
    double succeededSeconds() {
        long nanos = all.nanos();
        for (FailedFigures each : failed.values()) {
            nanos -= each.nanos();
        }
        return nanos / NANOS_PER_SECOND;
    }

    /** The latencies of one series' failed executions of one kind. Not thread-safe: guarded by its board. */
    static final class FailedFigures {

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

        /** Adds the attributes that name the kind of failure to {@code attributes}. */
        void name(String errorType, Map<String, String> attributes) {
            attributes.put(MetricAttribute.ERROR_TYPE, errorType);
            if (isStatus) {
                attributes.put(MetricAttribute.STATUS_CODE, errorType);
            }
        }
    }
}
