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
 * @param statements the rows that grew, the longest total latency first; executions without a row of their own come
 *     last
 * @param global the sum of all rows; null if nothing was counted
 */
public record StatementDelta(
        List<StatementRecord> statements, @Nullable StatementRecord global) {

    /** A delta without figures. */
    public static final StatementDelta NONE = new StatementDelta(List.of(), null);

    /** Copies the list. */
    public StatementDelta {
        statements = List.copyOf(statements);
    }

    /**
     * Returns the figures of a record. The greatest latency is only known as the bound of its bucket, and the most
     * executions per transaction are unknown.
     */
    public static Figures figures(StatementRecord record) {
        Map<String, Long> errors = new TreeMap<>();
        record.errorsByClass().forEach((kind, times) -> errors.put(kind.sqlStateClass(), times));
        long bytes = record.sumClientBytes();
        Figures.Builder figures = Figures.builder();
        for (Figure figure : Figure.OF_ADVICE) {
            figures.set(figure, record.adviceFigures().get(figure.key()));
        }
        return figures.set(Figure.COUNT, record.execCount())
                .set(Figure.TIME, record.sumLatencyNanos())
                .set(Figure.ERRORS, record.errorCount())
                .set(Figure.WARNINGS, record.warningCount())
                .set(Figure.ROWS_READ, record.rowsRead())
                .set(Figure.ROWS_CHANGED, record.rowsAffected())
                .set(Figure.ROWS_UNKNOWN, record.rowsUnknown())
                .set(Figure.FETCH, record.sumFetchNanos())
                .set(Figure.TRANSACTIONS, record.repeatedTransactions())
                .set(Figure.REPEATED, record.repeatedExecutions())
                .allocated(bytes == 0 ? null : Long.valueOf(bytes), record.clientBytesSampled())
                .errorsByClass(errors)
                .histogram(record.histogram())
                .ru(record.ruSource(), record.totalRu())
                .build();
    }
}
