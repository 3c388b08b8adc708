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
 * @param rowsAffected rows that updates changed
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
        double avgMillis,
        double p50Millis,
        double p95Millis,
        double p99Millis,
        double p999Millis,
        @Nullable Double maxMillis,
        long rowsRead,
        long rowsAffected,
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
                count == 0 ? 0 : millis(sum) / count,
                millis(histogram.quantileNanos(Quantile.P50)),
                millis(histogram.quantileNanos(Quantile.P95)),
                millis(histogram.quantileNanos(Quantile.P99)),
                millis(histogram.quantileNanos(Quantile.P999)),
                before == null ? millis(row.maxNanos()) : null,
                row.rowsSent() - (before == null ? 0 : before.rowsSent()),
                row.rowsAffected() - (before == null ? 0 : before.rowsAffected()),
                minus(row.sumRu(), before == null ? null : before.sumRu()),
                row.ruSource(),
                Instant.ofEpochMilli(row.lastSeenEpochMillis()));
    }

    private static @Nullable Double minus(@Nullable Double now, @Nullable Double before) {
        return now == null || before == null ? now : (Double) (now - before);
    }

    static double millis(long nanos) {
        return nanos / NANOS_PER_MILLI;
    }
}
