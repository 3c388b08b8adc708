package dev.tollbooth.internal.jmx;

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
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.management.openmbean.ArrayType;

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
        return OpenTable.<RuTerm>of("RuTerms", "terms of request units: amount x ruPerUnit = RU", "term", "source")
                .text("term", "the counted figure and its unit", RuTerm::name)
                .text("source", "the source of the amount, empty for the sum", RuTerm::source)
                .fraction("amount", "how much", RuTerm::amount)
                .fraction("ruPerUnit", "RU of one", RuTerm::ruPerUnit)
                .fraction("RU", "RU of the term", RuTerm::ru)
                .build();
    }

    static OpenTable<StatementSnapshot> statements() {
        return OpenTable.<StatementSnapshot>of(
                        "Top",
                        "statements by schema and digest, times in picoseconds",
                        Figures::of,
                        List.of("schema", "digest"))
                .text("schema", SCHEMA, StatementSnapshot::schema)
                .text("digest", DIGEST, StatementSnapshot::digestHex)
                .text("summary", "the summary of the statement; its text is text(digest)", StatementSnapshot::summary)
                .figures(OF_ROWS)
                .moment("FIRST_SEEN", "end of the first execution", StatementSnapshot::firstSeenEpochMillis)
                .moment("LAST_SEEN", "end of the last execution", StatementSnapshot::lastSeenEpochMillis)
                .whole(
                        "MAX_CLIENT_BYTES",
                        "most bytes that a measured execution allocated, null if none was measured",
                        StatementSnapshot::maxClientBytes)
                .small(
                        "CLIENT_BYTES_SAMPLED",
                        "1 if some executions were not measured and the sum is scaled, 0 if all were, null if"
                                + " none was",
                        StatementSnapshot::clientBytesScaled)
                .text("RU_SOURCE", RU_SOURCE, StatementSnapshot::ruSource)
                .millis(Figure.TIME, Figure.AVG, Figure.MAX, Figure.P50, Figure.P95, Figure.P99, Figure.P999)
                .build();
    }

    /** Returns the table of figures since a reader's last call. */
    static OpenTable<StatementRecord> since() {
        return OpenTable.<StatementRecord>of(
                        "Since",
                        "the figures of statements, times in picoseconds",
                        StatementDelta::figures,
                        List.of("schema", "digest"))
                .text("schema", SCHEMA, StatementRecord::schema)
                .text(
                        "digest",
                        DIGEST,
                        row -> row.digest().isNone() ? "" : row.digest().hex())
                .text("summary", "the summary of the statement", StatementRecord::summary)
                .figures(OF_ROWS)
                .text("RU_SOURCE", RU_SOURCE, StatementRecord::ruSource)
                .small(
                        "CLIENT_BYTES_SAMPLED",
                        "1 if some executions were not measured and the sum is scaled",
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
        return OpenTable.<OriginRow>of(
                        "Origins", "statements by origin", OriginRow::figures, List.of("schema", "digest", "origin"))
                .text("schema", SCHEMA, OriginRow::schema)
                .text("digest", DIGEST, OriginRow::digestHex)
                .text(
                        "origin",
                        "the origin; empty if none was named, (other) for those without room",
                        OriginRow::origin)
                .text("summary", "the summary of the statement", OriginRow::summary)
                .figures(Figure.OF_ORIGINS)
                .millis(Figure.TIME)
                .build();
    }

    static OpenTable<EventSnapshot> global() {
        return OpenTable.<EventSnapshot>of(
                        "Global", "all statements, commits, rollbacks and connects", Figures::of, List.of("EVENT_NAME"))
                .text("EVENT_NAME", "the timed event", row -> row.kind().eventName())
                .figures(Figure.OF_EVENTS)
                .millis(Figure.TIME, Figure.AVG, Figure.MAX)
                .build();
    }

    static OpenTable<Bucket> buckets() {
        return OpenTable.<Bucket>of("Histogram", "the latencies of one statement, in 450 buckets", "BUCKET_NUMBER")
                .small("BUCKET_NUMBER", "0 to 449", Bucket::number)
                .whole("BUCKET_TIMER_LOW", "least latency, ps", row -> LatencyBuckets.lowPicos(row.number))
                .whole(
                        "BUCKET_TIMER_HIGH",
                        "first latency above, ps; 2^63-1 for the last bucket, which has no end",
                        row -> OpenTable.picos(LatencyBuckets.highPicos(row.number)))
                .whole("COUNT_BUCKET", "executions in it", row -> row.histogram.count(row.number))
                .whole(
                        "COUNT_BUCKET_AND_LOWER",
                        "executions in it and below",
                        row -> row.histogram.cumulative(row.number))
                .fraction("BUCKET_QUANTILE", "share in it and below", row -> row.histogram.cumulativeShare(row.number))
                .build();
    }

    static OpenTable<Decade> decades() {
        return OpenTable.<Decade>of("Decades", "the latencies of one statement, by powers of ten", "FIRST_BUCKET")
                .small("FIRST_BUCKET", "lowest bucket", Decade::firstBucket)
                .small("LAST_BUCKET", "highest bucket", Decade::lastBucket)
                .whole("TIMER_LOW", "least latency, ps", Decade::lowPicos)
                .whole("TIMER_HIGH", "first latency above, ps", row -> OpenTable.picos(row.highPicos()))
                .whole("COUNT", "executions in it", Decade::count)
                .whole("COUNT_AND_LOWER", "executions in it and below", Decade::cumulative)
                .fraction("QUANTILE", "share in it and below", Decade::quantile)
                .build();
    }
}
