package dev.tollbooth.internal.table;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** The figures with a component in the record. */
    private static final Set<Figure> COMPONENTS = EnumSet.of(
            Figure.COUNT,
            Figure.ERRORS,
            Figure.WARNINGS,
            Figure.ROWS_CHANGED,
            Figure.ROWS_UNKNOWN,
            Figure.ROWS_READ,
            Figure.TIME,
            Figure.MAX,
            Figure.FETCH,
            Figure.ALLOCATED,
            Figure.MOST_IN_TRANSACTION,
            Figure.TRANSACTIONS,
            Figure.REPEATED);

    /** All other figures of {@code report.proto}, which are in the record's map. */
    private static final List<Figure> OTHERS = Arrays.stream(Figure.values())
            .filter(figure -> !figure.field().isEmpty() && !COMPONENTS.contains(figure))
            .toList();

    /** Copies the list. */
    public StatementDelta {
        statements = List.copyOf(statements);
    }

    /**
     * Returns the figures of a record. The greatest latency is only known as the bound of its bucket, and the most
     * executions per transaction are unknown.
     */
    public static Figures figures(StatementRecord record) {
        long bytes = record.sumClientBytes();
        Figures.Builder figures = Figures.builder();
        for (Figure figure : OTHERS) {
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
                .set(Figure.ALLOCATED, bytes == 0 ? null : Long.valueOf(bytes))
                .sampled(record.clientBytesSampled())
                .errors(record.errorsByClass())
                .histogram(record.histogram())
                .ru(record.ruSource(), record.totalRu())
                .build();
    }

    /** Returns the figures of a record, with its maxima, which are those since its row began. */
    public static Figures figuresWithMaxima(StatementRecord record) {
        return figures(record).toBuilder()
                .set(Figure.MAX, record.maxLatencyNanos())
                .set(Figure.MAX_ALLOCATED, record.maxClientBytes())
                .set(Figure.MOST_IN_TRANSACTION, record.maxPerTransaction())
                .build();
    }

    /**
     * Returns the record of a statement, or of one of its origins, with {@code figures} and their maxima.
     *
     * @param origin the origin; empty for the statement itself
     */
    public static StatementRecord record(
            Named named, String origin, Figures figures, List<StatementRecord> origins, List<RuTerm> ruTerms) {
        Map<String, Long> others = new HashMap<>();
        for (Figure figure : OTHERS) {
            if (figure != Figure.MAX_ALLOCATED && figures.orZero(figure) != 0) {
                others.put(figure.key(), figures.orZero(figure));
            }
        }
        return new StatementRecord(
                named.schema,
                named.digest,
                named.text,
                named.summary,
                figures.orZero(Figure.COUNT),
                figures.orZero(Figure.ERRORS),
                errors(figures),
                figures.orZero(Figure.WARNINGS),
                (Long) figures.get(Figure.ROWS_CHANGED),
                figures.orZero(Figure.ROWS_UNKNOWN),
                figures.orZero(Figure.ROWS_READ),
                figures.orZero(Figure.TIME),
                figures.orZero(Figure.MAX),
                figures.orZero(Figure.FETCH),
                figures.ruBySource().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum(),
                figures.ruSource(),
                figures.orZero(Figure.ALLOCATED),
                figures.orZero(Figure.MAX_ALLOCATED),
                figures.isSampled(),
                figures.histogram(),
                (int) figures.orZero(Figure.MOST_IN_TRANSACTION),
                figures.orZero(Figure.TRANSACTIONS),
                figures.orZero(Figure.REPEATED),
                origin,
                origins,
                ruTerms,
                others);
    }

    private static Map<ErrorClass, Long> errors(Figures figures) {
        Map<ErrorClass, Long> errors = new EnumMap<>(ErrorClass.class);
        for (ErrorClass kind : ErrorClass.values()) {
            Long times = figures.errorsByClass().get(kind.sqlStateClass());
            if (times != null) {
                errors.put(kind, times);
            }
        }
        return errors;
    }

    /**
     * The identity of a record's statement.
     *
     * @param schema the schema; null if the connection has none
     * @param digest the digest
     * @param text the normalized text
     * @param summary the short text for people
     */
    public record Named(@Nullable String schema, Sha256 digest, String text, String summary) {

        /** Returns the identity in the records of origins, which have no text. */
        Named withoutText() {
            return new Named(schema, digest, "", summary);
        }
    }
}
