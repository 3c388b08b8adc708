package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.BIGINTEGER;
import static javax.management.openmbean.SimpleType.DATE;
import static javax.management.openmbean.SimpleType.DOUBLE;
import static javax.management.openmbean.SimpleType.INTEGER;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.table.Decade;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.StatementSnapshot;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Date;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the MBean {@code Statements}; their columns are named as those of the server's tables are, but for
 * those that people read: a summary and milliseconds.
 */
final class StatementColumns {

    /** One bucket of a histogram. */
    record Bucket(HistogramSnapshot histogram, int number) {}

    private static final String ROWS_CHANGED = "rows changed, null where drivers did not say";

    private static final String ROWS_UNKNOWN =
            "executions whose changed rows the driver did not report, or not all of them";

    private StatementColumns() {}

    static OpenTable<RuTerm> terms() {
        OpenTable.Builder<RuTerm> table =
                OpenTable.of("RuTerms", "terms of request units: amount x ruPerUnit = RU", "term", "source");
        return table.column("term", "the counted figure and its unit", STRING, RuTerm::name)
                .column("source", "where the amount is from, empty for the sum", STRING, RuTerm::source)
                .column("amount", "how much", DOUBLE, RuTerm::amount)
                .column("ruPerUnit", "RU of one", DOUBLE, RuTerm::ruPerUnit)
                .column("RU", "RU of the term", DOUBLE, RuTerm::ru)
                .build();
    }

    static OpenTable<StatementSnapshot> statements() {
        OpenTable.Builder<StatementSnapshot> table =
                OpenTable.of("Top", "statements by schema and digest, times in picoseconds", "schema", "digest");
        table.column("schema", "SCHEMA_NAME, empty where there is none", STRING, row -> orEmpty(row.schema()))
                .column("digest", "DIGEST, empty for statements without room", STRING, row -> orEmpty(row.digestHex()))
                .column(
                        "summary",
                        "the statement's name for people; its text is text(digest)",
                        STRING,
                        row -> row.summary())
                .column("COUNT_STAR", "executions, failed ones too", LONG, StatementSnapshot::count)
                .column("SUM_TIMER_WAIT", "latency in all, ps", BIGINTEGER, sum(StatementSnapshot::sumNanos))
                .column("MIN_TIMER_WAIT", "least latency, ps", LONG, picos(StatementSnapshot::minNanos))
                .column("AVG_TIMER_WAIT", "mean latency, ps", LONG, picos(StatementSnapshot::avgNanos))
                .column("MAX_TIMER_WAIT", "greatest latency, ps", LONG, picos(StatementSnapshot::maxNanos))
                .column("SUM_ERRORS", "executions that failed", LONG, StatementSnapshot::errors)
                .column("SUM_WARNINGS", "warnings seen", LONG, StatementSnapshot::warnings)
                .column("SUM_ROWS_AFFECTED", ROWS_CHANGED, LONG, StatementSnapshot::rowsAffected)
                .column("ROWS_UNKNOWN", ROWS_UNKNOWN, LONG, StatementSnapshot::rowsUnknown)
                .column("SUM_ROWS_SENT", "rows that the application read", LONG, StatementSnapshot::rowsSent)
                .column("SUM_FETCH_WAIT", "time spent reading rows, ps", BIGINTEGER, sum(StatementSnapshot::fetchNanos))
                .column("FIRST_SEEN", "end of the first execution", DATE, date(StatementSnapshot::firstSeenEpochMillis))
                .column("LAST_SEEN", "end of the last execution", DATE, date(StatementSnapshot::lastSeenEpochMillis));
        return millis(requestUnits(quantiles(transactionsAndBytes(table)))).build();
    }

    private static OpenTable.Builder<StatementSnapshot> transactionsAndBytes(
            OpenTable.Builder<StatementSnapshot> table) {
        return table.column(
                        "MAX_PER_TRANSACTION",
                        "most executions in one transaction: N+1 shows here; null where it ran in autocommit only",
                        INTEGER,
                        row -> row.maxPerTransaction() == 0 ? null : Integer.valueOf(row.maxPerTransaction()))
                .column(
                        "SUM_CLIENT_BYTES",
                        "bytes allocated on the client, null where not read; an estimate where CLIENT_BYTES_SAMPLED is 1",
                        LONG,
                        StatementSnapshot::sumClientBytes)
                .column(
                        "MAX_CLIENT_BYTES",
                        "most bytes that an execution that was read allocated, null where none was",
                        LONG,
                        StatementSnapshot::maxClientBytes)
                .column(
                        "CLIENT_BYTES_SAMPLED",
                        "1 where some executions were not read and the sum is scaled, 0 where all were, null where none was",
                        INTEGER,
                        StatementSnapshot::clientBytesScaled);
    }

    private static OpenTable.Builder<StatementSnapshot> quantiles(OpenTable.Builder<StatementSnapshot> table) {
        return table.column("P50", "median latency, ps", LONG, quantile(Quantile.P50))
                .column("P95", "QUANTILE_95, ps", LONG, quantile(Quantile.P95))
                .column("P99", "QUANTILE_99, ps", LONG, quantile(Quantile.P99))
                .column("P999", "QUANTILE_999, ps; says little where n is below 1,000", LONG, quantile(Quantile.P999))
                .column(
                        "n",
                        "executions behind P50 to P999",
                        LONG,
                        row -> row.histogram().total());
    }

    private static OpenTable.Builder<StatementSnapshot> requestUnits(OpenTable.Builder<StatementSnapshot> table) {
        return table.column("SUM_RU", "request units, null where not known", DOUBLE, StatementSnapshot::sumRu)
                .column(
                        "AVG_RU",
                        "request units of an execution, null where not known",
                        DOUBLE,
                        StatementColumns::ruOfOne)
                .column(
                        "RU_SOURCE",
                        "where they are from, empty where not known",
                        STRING,
                        row -> orEmpty(row.ruSource()));
    }

    private static @Nullable Double ruOfOne(StatementSnapshot row) {
        Double sum = row.sumRu();
        return sum == null || row.count() == 0 ? null : Double.valueOf(sum / row.count());
    }

    /** The same times for people: the columns above are in the unit of the server's tables. */
    private static OpenTable.Builder<StatementSnapshot> millis(OpenTable.Builder<StatementSnapshot> table) {
        table.column("TOTAL_MS", "latency in all, ms", DOUBLE, row -> Picos.millis(row.sumNanos()))
                .column("AVG_MS", "mean latency, ms", DOUBLE, row -> Picos.millis(row.avgNanos()))
                .column("MAX_MS", "greatest latency, ms", DOUBLE, row -> Picos.millis(row.maxNanos()));
        for (Quantile quantile : Quantile.values()) {
            table.column(
                    quantile + "_MS",
                    "as " + quantile + ", ms",
                    DOUBLE,
                    row -> Picos.millis(row.histogram().quantileNanos(quantile)));
        }
        return table;
    }

    static OpenTable<EventSnapshot> global() {
        return OpenTable.<EventSnapshot>of("Global", "all statements, commits, rollbacks and connects", "EVENT_NAME")
                .column(
                        "EVENT_NAME",
                        "the timed event",
                        STRING,
                        row -> row.kind().eventName())
                .column("COUNT_STAR", "how many, failed ones too", LONG, EventSnapshot::count)
                .column("SUM_TIMER_WAIT", "time in all, ps", BIGINTEGER, row -> Picos.ofSum(row.sumNanos()))
                .column("MIN_TIMER_WAIT", "least time, ps", LONG, row -> Picos.ofNanos(row.minNanos()))
                .column("AVG_TIMER_WAIT", "mean time, ps", LONG, row -> Picos.ofNanos(row.avgNanos()))
                .column("MAX_TIMER_WAIT", "greatest time, ps", LONG, row -> Picos.ofNanos(row.maxNanos()))
                .column("SUM_ERRORS", "how many failed", LONG, EventSnapshot::errors)
                .column("SUM_ROWS_AFFECTED", ROWS_CHANGED, LONG, EventSnapshot::rowsAffected)
                .column("ROWS_UNKNOWN", ROWS_UNKNOWN, LONG, EventSnapshot::rowsUnknown)
                .column("SUM_ROWS_SENT", "rows that the application read", LONG, EventSnapshot::rowsSent)
                .column("TOTAL_MS", "time in all, ms", DOUBLE, row -> Picos.millis(row.sumNanos()))
                .column("AVG_MS", "mean time, ms", DOUBLE, row -> Picos.millis(row.avgNanos()))
                .column("MAX_MS", "greatest time, ms", DOUBLE, row -> Picos.millis(row.maxNanos()))
                .build();
    }

    static OpenTable<Bucket> buckets() {
        return OpenTable.<Bucket>of("Histogram", "the latencies of one statement, in 450 buckets", "BUCKET_NUMBER")
                .column("BUCKET_NUMBER", "0 to 449", INTEGER, Bucket::number)
                .column("BUCKET_TIMER_LOW", "least latency, ps", LONG, row -> LatencyBuckets.lowPicos(row.number))
                .column(
                        "BUCKET_TIMER_HIGH",
                        "first latency above, ps; 2^63-1 for the last bucket, which has no end",
                        LONG,
                        row -> Picos.ofUnsigned(LatencyBuckets.highPicos(row.number)))
                .column("COUNT_BUCKET", "executions in it", LONG, row -> row.histogram.count(row.number))
                .column(
                        "COUNT_BUCKET_AND_LOWER",
                        "executions in it and below",
                        LONG,
                        row -> row.histogram.cumulative(row.number))
                .column(
                        "BUCKET_QUANTILE",
                        "share in it and below",
                        DOUBLE,
                        row -> row.histogram.cumulativeShare(row.number))
                .build();
    }

    static OpenTable<Decade> decades() {
        return OpenTable.<Decade>of("Decades", "the latencies of one statement, by powers of ten", "FIRST_BUCKET")
                .column("FIRST_BUCKET", "lowest bucket", INTEGER, Decade::firstBucket)
                .column("LAST_BUCKET", "highest bucket", INTEGER, Decade::lastBucket)
                .column("TIMER_LOW", "least latency, ps", LONG, Decade::lowPicos)
                .column("TIMER_HIGH", "first latency above, ps", LONG, row -> Picos.ofUnsigned(row.highPicos()))
                .column("COUNT", "executions in it", LONG, Decade::count)
                .column("COUNT_AND_LOWER", "executions in it and below", LONG, Decade::cumulative)
                .column("QUANTILE", "share in it and below", DOUBLE, Decade::quantile)
                .build();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Function<StatementSnapshot, Long> picos(ToLongFunction<StatementSnapshot> nanos) {
        return row -> Picos.ofNanos(nanos.applyAsLong(row));
    }

    private static Function<StatementSnapshot, BigInteger> sum(ToLongFunction<StatementSnapshot> nanos) {
        return row -> Picos.ofSum(nanos.applyAsLong(row));
    }

    private static Function<StatementSnapshot, Date> date(ToLongFunction<StatementSnapshot> epochMillis) {
        return row -> Date.from(Instant.ofEpochMilli(epochMillis.applyAsLong(row)));
    }

    private static Function<StatementSnapshot, Long> quantile(Quantile quantile) {
        return row -> Picos.ofUnsigned(row.histogram().quantilePicos(quantile));
    }
}
