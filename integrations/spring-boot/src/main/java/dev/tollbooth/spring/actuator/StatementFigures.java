package dev.tollbooth.spring.actuator;

import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import dev.tollbooth.statement.StatementSnapshot;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One statement's row in the endpoint's answers; the guide's page describes each. What is not known is null.
 *
 * @param digest 64 hexadecimal digits, null in the row of what found no place
 * @param schema the catalog or schema that connections were in
 * @param summary the statement in few words
 * @param text normalized: no literal, no parameter; null where the digest is
 * @param count executions
 * @param errors those that failed
 * @param totalMillis time in execute, of all
 * @param avgMillis of each, on average
 * @param p50Millis half of them took no longer, within the width of a bucket
 * @param p95Millis likewise
 * @param p99Millis likewise
 * @param p999Millis likewise
 * @param maxMillis the longest, since the last reset; null in a window
 * @param rowsRead rows that result sets gave
 * @param rowsAffected rows that updates changed, as far as drivers say
 * @param rowsUnknown executions whose rows changed the driver did not say
 * @param ru request units
 * @param ruSource who told them
 * @param lastSeen when the last execution ended
 */
record StatementFigures(
        @Nullable String digest,
        @Nullable String schema,
        String summary,
        @Nullable String text,
        long count,
        long errors,
        double totalMillis,
        @Nullable Double avgMillis,
        @Nullable Double p50Millis,
        @Nullable Double p95Millis,
        @Nullable Double p99Millis,
        @Nullable Double p999Millis,
        @Nullable Double maxMillis,
        long rowsRead,
        @Nullable Long rowsAffected,
        long rowsUnknown,
        @Nullable Double ru,
        @Nullable String ruSource,
        Instant lastSeen) {

    private static final double NANOS_PER_MILLI = 1_000_000;

    /** Returns all that the row has counted since the last reset. */
    static StatementFigures of(StatementSnapshot row) {
        return of(row, null);
    }

    /** Returns what {@code row} has counted since {@code before} was read of it, everything where that is null. */
    static StatementFigures of(StatementSnapshot row, @Nullable StatementSnapshot before) {
        long count = row.count() - (before == null ? 0 : before.count());
        long sum = row.sumNanos() - (before == null ? 0 : before.sumNanos());
        long affected = known(row.rowsAffected()) - (before == null ? 0 : known(before.rowsAffected()));
        long unknown = row.rowsUnknown() - (before == null ? 0 : before.rowsUnknown());
        HistogramSnapshot histogram =
                before == null ? row.histogram() : row.histogram().minus(before.histogram());
        return new StatementFigures(
                row.digestHex(),
                row.schema(),
                row.summary(),
                row.digestText(),
                count,
                row.errors() - (before == null ? 0 : before.errors()),
                millis(sum),
                count == 0 ? null : (Double) (millis(sum) / count),
                quantile(histogram, Quantile.P50),
                quantile(histogram, Quantile.P95),
                quantile(histogram, Quantile.P99),
                quantile(histogram, Quantile.P999),
                before == null ? millis(row.maxNanos()) : null,
                row.rowsSent() - (before == null ? 0 : before.rowsSent()),
                affected == 0 && unknown != 0 ? null : (Long) affected,
                unknown,
                minus(row.sumRu(), before == null ? null : before.sumRu()),
                row.ruSource(),
                Instant.ofEpochMilli(row.lastSeenEpochMillis()));
    }

    private static long known(@Nullable Long figure) {
        return figure == null ? 0 : figure;
    }

    private static @Nullable Double quantile(HistogramSnapshot histogram, Quantile quantile) {
        return histogram.total() == 0 ? null : (Double) millis(histogram.quantileNanos(quantile));
    }

    private static @Nullable Double minus(@Nullable Double now, @Nullable Double before) {
        return now == null || before == null ? now : (Double) (now - before);
    }

    static double millis(long nanos) {
        return nanos / NANOS_PER_MILLI;
    }
}
