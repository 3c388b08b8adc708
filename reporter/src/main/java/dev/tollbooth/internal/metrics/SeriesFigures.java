package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.table.RowFigures;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import org.jspecify.annotations.Nullable;

/** What one series has counted. Not thread-safe: guarded by its board. */
final class SeriesFigures {

    private static final ErrorClass[] CLASSES = ErrorClass.values();
    private static final double NANOS_PER_SECOND = 1e9;

    long count;
    long rows;
    double ru;
    long latencyNanos;
    HistogramSnapshot histogram = HistogramSnapshot.EMPTY;
    /** By {@link ErrorClass#code}; null until there is an error. */
    private long @Nullable [] errors;

    /** Adds what a row of the statement table counted. */
    void add(RowFigures row) {
        count += row.get(RowFigures.COUNT);
        rows += row.get(RowFigures.ROWS_SENT);
        latencyNanos += row.get(RowFigures.LATENCY_NANOS);
        ru += row.ru();
        histogram = histogram.merge(row.histogram());
        if (row.get(RowFigures.ERRORS) > 0) {
            long[] byClass = errorsForUpdate();
            for (ErrorClass kind : CLASSES) {
                byClass[kind.code()] += row.errors(kind);
            }
        }
    }

    /** Adds all of {@code other}. */
    void add(SeriesFigures other) {
        count += other.count;
        rows += other.rows;
        latencyNanos += other.latencyNanos;
        ru += other.ru;
        histogram = histogram.merge(other.histogram);
        long[] more = other.errors;
        if (more != null) {
            long[] byClass = errorsForUpdate();
            for (int i = 0; i < more.length; i++) {
                byClass[i] += more[i];
            }
        }
    }

    private long[] errorsForUpdate() {
        long[] known = errors;
        if (known == null) {
            known = new long[CLASSES.length];
            errors = known;
        }
        return known;
    }

    long errors(ErrorClass kind) {
        long[] known = errors;
        return known == null ? 0 : known[kind.code()];
    }

    double seconds() {
        return latencyNanos / NANOS_PER_SECOND;
    }
}
