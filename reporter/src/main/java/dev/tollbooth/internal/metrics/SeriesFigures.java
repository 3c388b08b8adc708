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

    private static final long BYTES_OF_FAILED = 180;

    private Figures all = Figures.NONE;
    /** The failures by {@code error.type}. Their latencies are also in {@link #all}. */
    private final Map<String, Failed> failed = new LinkedHashMap<>(1);

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
            Figures more = Figures.builder()
                    .set(Figure.TIME, nanos)
                    .histogram(latencies)
                    .build();
            add(kind.type(), new Failed(kind.isStatus(), more));
        });
    }

    /** Adds {@code other}. */
    void add(SeriesFigures other) {
        add(other.all);
        other.failed.forEach(this::add);
    }

    private void add(String type, Failed more) {
        int own = failed.size() - (failed.containsKey(FailureKind.OTHERS) ? 1 : 0);
        boolean hasRoom = own < MOST_FAILURES || failed.containsKey(type);
        failed.merge(
                hasRoom ? type : FailureKind.OTHERS,
                hasRoom ? more : new Failed(false, more.figures),
                (known, added) -> new Failed(known.isStatus, known.figures.plus(added.figures)));
    }

    /** Returns the sums of all executions, failed ones included. */
    Figures all() {
        return all;
    }

    /** Returns the approximate bytes of heap of the latencies. */
    long bytes() {
        long bytes = bytes(all.histogram());
        for (Failed each : failed.values()) {
            bytes += BYTES_OF_FAILED + bytes(each.figures.histogram());
        }
        return bytes;
    }

    private static long bytes(HistogramSnapshot latencies) {
        return latencies.total() == 0 ? 0 : Long.BYTES * (latencies.lastBucket() - latencies.firstBucket() + 1L);
    }

    /** Returns the failures by {@code error.type}. */
    Map<String, Failed> failed() {
        return failed;
    }

    /** Returns the latencies of successful executions. */
    HistogramSnapshot succeeded() {
        HistogramSnapshot rest = all.histogram();
        for (Failed each : failed.values()) {
            rest = rest.minus(each.figures.histogram());
        }
        return rest;
    }

    /** Returns the total time of successful executions in seconds. */
    double succeededSeconds() {
        long nanos = all.nanos();
        for (Failed each : failed.values()) {
            nanos -= each.figures.nanos();
        }
        return nanos / 1e9;
    }

    /**
     * The failed executions of one kind.
     *
     * @param isStatus whether the kind is the database's status code
     * @param figures their time and latencies
     */
    record Failed(boolean isStatus, Figures figures) {

        /** Adds the attributes that name the kind of failure to {@code attributes}. */
        void name(String errorType, Map<String, String> attributes) {
            attributes.put(MetricAttribute.ERROR_TYPE, errorType);
            if (isStatus) {
                attributes.put(MetricAttribute.STATUS_CODE, errorType);
            }
        }
    }
}
