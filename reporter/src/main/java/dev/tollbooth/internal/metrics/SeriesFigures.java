package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.cost.RuTermSums;
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
     * The number of failure kinds that are distinguished, in order of appearance. All others are {@link
     * FailureKind#OTHERS}.
     */
    static final int MOST_FAILURES = 8;

    private static final double NANOS_PER_SECOND = 1e9;

    private static final long BYTES_OF_FAILED = 120;

    long count;
    long rows;
    private double ru;
    /** The source of request units, {@code mixed} for several; null if they are unknown. */
    private @Nullable String ruSource;

    private long latencyNanos;
    private HistogramSnapshot histogram = HistogramSnapshot.EMPTY;
    /** The failures by {@code error.type}, which are among the latencies too. */
    private final Map<String, FailedFigures> failed = new LinkedHashMap<>(1);

    /** Adds the growth of a row, whose failures have {@code kinds}. */
    void add(RowFigures row, FailureKinds kinds, @Nullable String source) {
        count += row.get(RowFigures.COUNT);
        rows += row.get(RowFigures.ROWS_SENT);
        latencyNanos += row.get(RowFigures.LATENCY_NANOS);
        addRu(row.ru(), source);
        histogram = histogram.merge(row.histogram());
        row.failures().forEachKind((number, nanos, latencies) -> {
            FailureKind kind = kinds.kind(number);
            failed(kind.type(), kind.isStatus()).add(nanos, latencies);
        });
    }

    /** Adds {@code other}. */
    void add(SeriesFigures other) {
        count += other.count;
        rows += other.rows;
        latencyNanos += other.latencyNanos;
        addRu(other.ru, other.ruSource);
        histogram = histogram.merge(other.histogram);
        other.failed.forEach((type, more) -> failed(type, more.isStatus()).add(more.nanos(), more.histogram()));
    }

    /** Adds executions without a histogram; a rounding error never reduces request units. */
    void add(long executions, long nanos, double requestUnits, @Nullable String source) {
        count += executions;
        latencyNanos += nanos;
        addRu(Math.max(0, requestUnits), source);
    }

    /** Adds request units. Request units of two sources have no sum. */
    void addRu(double requestUnits, @Nullable String source) {
        if (source != null) {
            ru += requestUnits;
            ruSource = ruSource == null || ruSource.equals(source) ? source : RuTermSums.MIXED;
        }
    }

    /** Returns the request units; null if unknown, or of several sources. */
    @Nullable
    Double ru() {
        return ruSource == null || ruSource.equals(RuTermSums.MIXED) ? null : Double.valueOf(ru);
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
        long bytes = bytes(histogram);
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
        HistogramSnapshot rest = histogram;
        for (FailedFigures each : failed.values()) {
            rest = rest.minus(each.histogram());
        }
        return rest;
    }

    /** Returns the total time of successful executions. */
    double succeededSeconds() {
        long nanos = latencyNanos;
        for (FailedFigures each : failed.values()) {
            nanos -= each.nanos();
        }
        return nanos / NANOS_PER_SECOND;
    }
}
