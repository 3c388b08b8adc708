package dev.tollbooth.internal.table;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.report.StatementRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures that a statement table counted between two reads.
 *
 * @param statements the rows that counted anything, the longest latency first; those of no row of their own last
 * @param global all of them together; null where nothing was counted
 */
public record StatementDelta(
        List<StatementRecord> statements, @Nullable StatementRecord global) {

    /** Nothing. */
    public static final StatementDelta NONE = new StatementDelta(List.of(), null);

    /** Copies the list. */
    public StatementDelta {
        statements = List.copyOf(statements);
    }

    /** Returns what a record has counted; of the greatest latency the bucket is known, of the most in a transaction nothing. */
    public static Figures figures(StatementRecord record) {
        Map<String, Long> errors = new TreeMap<>();
        record.errorsByClass().forEach((kind, times) -> errors.put(kind.sqlStateClass(), times));
        long bytes = record.sumClientBytes();
        return Figures.builder()
                .set(Figure.COUNT, record.execCount())
                .set(Figure.TIME, record.sumLatencyNanos())
                .set(Figure.ERRORS, record.errorCount())
                .set(Figure.WARNINGS, record.warningCount())
                .set(Figure.ROWS_READ, record.rowsRead())
                .set(Figure.ROWS_CHANGED, record.rowsAffected())
                .set(Figure.ROWS_UNKNOWN, record.rowsUnknown())
                .set(Figure.FETCH, record.sumFetchNanos())
                .allocated(bytes == 0 ? null : Long.valueOf(bytes), record.clientBytesSampled())
                .errorsByClass(errors)
                .histogram(record.histogram())
                .ru(record.ruSource(), record.totalRu())
                .build();
    }
}
