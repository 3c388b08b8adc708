package dev.tollbooth.internal.table;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.origin.OriginTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one origin in one row of the statement table.
 *
 * @param schema the schema; null if the connection has none, and in the row without digest
 * @param digest the statement; null in the row without digest
 * @param origin the name, {@code (other)} for origins that are not kept; null for no origin
 * @param totals the totals of its executions
 * @param ruSource the source of the statement's request units, {@code mixed} for several, null if unknown
 */
public record OriginRow(
        @Nullable String schema,
        @Nullable TextDigest digest,
        @Nullable String origin,
        OriginTotals totals,
        @Nullable String ruSource) {

    /** The rounding error of request units added in another order, as a share of all. */
    private static final double ROUNDING = 1e-9;

    /** Returns the digest's hexadecimal digits (column DIGEST), null in the row without digest. */
    public @Nullable String digestHex() {
        return digest == null ? null : digest.hex();
    }

    /** Returns the normalized text (column DIGEST_TEXT), null in the row without digest. */
    public @Nullable String digestText() {
        return digest == null ? null : digest.text();
    }

    /** Returns the statement's name for people. */
    public String summary() {
        return digest == null ? OriginNames.OTHERS_NAME : digest.summary();
    }

    /** Returns the figures of this origin's executions. */
    public Figures figures() {
        return figures(totals, ruSource);
    }

    /** Returns the figures of one origin, with request units of {@code ruSource}; null if they are unknown. */
    static Figures figures(OriginTotals totals, @Nullable String ruSource) {
        int most = totals.maxPerTransaction();
        return Figures.builder()
                .set(Figure.COUNT, totals.count())
                .set(Figure.TIME, totals.sumNanos())
                .set(Figure.ERRORS, totals.errors())
                .set(Figure.ROWS_READ, totals.rowsRead())
                .set(Figure.FETCH, totals.fetchNanos())
                .set(Figure.MOST_IN_TRANSACTION, most == 0 ? null : Long.valueOf(most))
                .set(Figure.TRANSACTIONS, totals.repeatedTransactions())
                .set(Figure.REPEATED, totals.repeatedExecutions())
                .ru(ruSource, totals.ru())
                .build();
    }

    /** Returns the figures of {@code rows} by origin. No row may leave the table during the call. */
    static List<OriginRow> of(Stream<StatementStats> rows, OriginNames names) {
        List<OriginRow> result = new ArrayList<>();
        Totals sum = new Totals();
        rows.forEach(row -> {
            List<OriginTotals> origins = row.readWithOrigins(sum);
            OriginTotals rest = rest(row, sum, origins);
            for (OriginTotals origin : origins) {
                result.add(
                        new OriginRow(row.schema(), row.digest(), names.name(origin.origin()), origin, sum.ruSource));
            }
            if (!rest.isZero()) {
                result.add(new OriginRow(row.schema(), row.digest(), null, rest, sum.ruSource));
            }
        });
        return result;
    }

    /** Returns the totals without an origin: the row's totals minus the totals of all origins. */
    private static OriginTotals rest(StatementStats row, Totals sum, List<OriginTotals> origins) {
        OriginTotals rest =
                new OriginTotals(sum.count, sum.errors, sum.sumNanos, sum.rowsSent, sum.fetchNanos, sum.sumRu);
        rest.setRepeats(row.maxPerTransaction(), sum.repeatedTransactions, sum.repeatedExecutions);
        origins.forEach(origin -> rest.subtract(origin, sum.sumRu * ROUNDING));
        return rest;
    }
}
