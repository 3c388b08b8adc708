package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.DATE;
import static javax.management.openmbean.SimpleType.DOUBLE;
import static javax.management.openmbean.SimpleType.INTEGER;
import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.Decade;
import dev.tollbooth.internal.table.OriginRow;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.StatementSnapshot;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.management.openmbean.ArrayType;
import org.jspecify.annotations.Nullable;

/** The tables of the MBean {@code Statements}. Columns that MySQL has, too, have MySQL's names. */
final class StatementColumns {

    /** One bucket of a histogram. */
    record Bucket(HistogramSnapshot histogram, int number) {}

    private static final String SCHEMA = "SCHEMA_NAME, empty if there is none";
    private static final String RU_SOURCE = "their source, empty if unknown";
    private static final List<Figure> OF_ROWS =
            Figure.OF_ROWS.stream().filter(figure -> !figure.column().isEmpty()).toList();
    private static final String DIGEST = "DIGEST, empty for statements without room";

    private StatementColumns() {}

    static OpenTable<RuTerm> terms() {
        OpenTable.Builder<RuTerm> table =
                OpenTable.of("RuTerms", "terms of request units: amount x ruPerUnit = RU", "term", "source");
        return table.column("term", "the counted figure and its unit", STRING, RuTerm::name)
                .column("source", "the source of the amount, empty for the sum", STRING, RuTerm::source)
                .column("amount", "how much", DOUBLE, RuTerm::amount)
                .column("ruPerUnit", "RU of one", DOUBLE, RuTerm::ruPerUnit)
                .column("RU", "RU of the term", DOUBLE, RuTerm::ru)
                .build();
    }

    static OpenTable<StatementSnapshot> statements() {
        OpenTable.Builder<StatementSnapshot> table = OpenTable.of(
                "Top",
                "statements by schema and digest, times in picoseconds",
                Figures::of,
                List.of("schema", "digest"));
        return table.column("schema", SCHEMA, STRING, row -> orEmpty(row.schema()))
                .column("digest", DIGEST, STRING, row -> orEmpty(row.digestHex()))
                .column(
                        "summary",
                        "the summary of the statement; its text is text(digest)",
                        STRING,
                        StatementSnapshot::summary)
                .figures(OF_ROWS)
                .column("FIRST_SEEN", "end of the first execution", DATE, row -> date(row.firstSeenEpochMillis()))
                .column("LAST_SEEN", "end of the last execution", DATE, row -> date(row.lastSeenEpochMillis()))
                .column(
                        "MAX_CLIENT_BYTES",
                        "most bytes that a measured execution allocated, null if none was measured",
                        LONG,
                        StatementSnapshot::maxClientBytes)
                .column(
                        "CLIENT_BYTES_SAMPLED",
                        "1 if some executions were not measured and the sum is scaled, 0 if all were, null if"
                                + " none was",
                        INTEGER,
                        StatementSnapshot::clientBytesScaled)
                .column("RU_SOURCE", RU_SOURCE, STRING, row -> orEmpty(row.ruSource()))
                .millis(Figure.TIME, Figure.AVG, Figure.MAX, Figure.P50, Figure.P95, Figure.P99, Figure.P999)
                .build();
    }

    /** Returns the table of figures since a reader's last call. */
    static OpenTable<StatementRecord> since() {
        OpenTable.Builder<StatementRecord> table = OpenTable.of(
                "Since",
                "the figures of statements, times in picoseconds",
                StatementDelta::figures,
                List.of("schema", "digest"));
        return table.column("schema", SCHEMA, STRING, row -> orEmpty(row.schema()))
                .column(
                        "digest",
                        DIGEST,
                        STRING,
                        row -> row.digest().isNone() ? "" : row.digest().hex())
                .column("summary", "the summary of the statement", STRING, StatementRecord::summary)
                .figures(OF_ROWS)
                .column("RU_SOURCE", RU_SOURCE, STRING, row -> orEmpty(row.ruSource()))
                .column(
                        "CLIENT_BYTES_SAMPLED",
                        "1 if some executions were not measured and the sum is scaled",
                        INTEGER,
                        row -> row.clientBytesSampled() ? 1 : 0)
                .column(
                        "BUCKETS",
                        "latencies: each bucket that is used, and the executions in it",
                        ArrayType.getPrimitiveArrayType(long[].class),
                        row -> buckets(row.histogram()))
                .build();
    }

    private static long[] buckets(HistogramSnapshot histogram) {
        return IntStream.range(0, LatencyBuckets.COUNT)
                .filter(bucket -> histogram.count(bucket) > 0)
                .mapToObj(bucket -> LongStream.of(bucket, histogram.count(bucket)))
                .flatMapToLong(pair -> pair)
                .toArray();
    }

    /** Returns the table of figures by origin. */
    static OpenTable<OriginRow> origins() {
        OpenTable.Builder<OriginRow> table = OpenTable.of(
                "Origins", "statements by origin", OriginRow::figures, List.of("schema", "digest", "origin"));
        return table.column("schema", SCHEMA, STRING, row -> orEmpty(row.schema()))
                .column("digest", DIGEST, STRING, row -> orEmpty(row.digestHex()))
                .column(
                        "origin",
                        "the origin; empty if none was named, (other) for those without room",
                        STRING,
                        row -> orEmpty(row.origin()))
                .column("summary", "the summary of the statement", STRING, OriginRow::summary)
                .figures(Figure.OF_ORIGINS)
                .millis(Figure.TIME)
                .build();
    }

    static OpenTable<EventSnapshot> global() {
        OpenTable.Builder<EventSnapshot> table = OpenTable.of(
                "Global", "all statements, commits, rollbacks and connects", Figures::of, List.of("EVENT_NAME"));
        return table.column(
                        "EVENT_NAME",
                        "the timed event",
                        STRING,
                        row -> row.kind().eventName())
                .figures(Figure.OF_EVENTS)
                .millis(Figure.TIME, Figure.AVG, Figure.MAX)
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
                        row -> OpenTable.picos(LatencyBuckets.highPicos(row.number)))
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
                .column("TIMER_HIGH", "first latency above, ps", LONG, row -> OpenTable.picos(row.highPicos()))
                .column("COUNT", "executions in it", LONG, Decade::count)
                .column("COUNT_AND_LOWER", "executions in it and below", LONG, Decade::cumulative)
                .column("QUANTILE", "share in it and below", DOUBLE, Decade::quantile)
                .build();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Date date(long epochMillis) {
        return Date.from(Instant.ofEpochMilli(epochMillis));
    }
}
