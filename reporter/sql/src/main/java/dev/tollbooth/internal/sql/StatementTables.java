package dev.tollbooth.internal.sql;

import static dev.tollbooth.internal.sql.PerformanceTable.ACTIVE_STATEMENTS;
import static dev.tollbooth.internal.sql.PerformanceTable.EVENTS_STATEMENTS_HISTOGRAM_BY_DIGEST;
import static dev.tollbooth.internal.sql.PerformanceTable.EVENTS_STATEMENTS_HISTOGRAM_GLOBAL;
import static dev.tollbooth.internal.sql.PerformanceTable.EVENTS_STATEMENTS_SUMMARY_BY_DIGEST;
import static dev.tollbooth.internal.sql.PerformanceTable.EVENTS_STATEMENTS_SUMMARY_BY_ORIGIN;
import static dev.tollbooth.internal.sql.PerformanceTable.EVENTS_STATEMENTS_SUMMARY_GLOBAL_BY_EVENT_NAME;
import static dev.tollbooth.internal.sql.PerformanceTable.REPETITIONS;
import static dev.tollbooth.internal.sql.PerformanceTable.TOLLBOOTH_ADVICE;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.table.OriginRow;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.RunningStatement;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.h2.value.Value;
import org.h2.value.ValueNull;
import org.jspecify.annotations.Nullable;

/** The declarations of the tables about statements. New columns come last, because clients use their positions. */
final class StatementTables {

    static final int DIGEST_LENGTH = 64;

    /** A length above any shown text. */
    static final int TEXT_LENGTH = 1 << 20;

    private static final int SCHEMA_NAME = 0;
    private static final int DIGEST = 1;
    private static final int SCHEMA_LENGTH = 64;
    private static final int NAME_LENGTH = NameLimit.MAX_LENGTH;
    private static final int EVENT_LENGTH = 128;
    private static final int ID_LENGTH = 64;
    private static final int SOURCE_LENGTH = 32;
    private static final int ABOUT_ORIGINS = 2;
    private static final int ABOUT_FINDINGS = 10;
    private static final double DECIMALS = 1e6;

    /**
     * One bucket of one histogram.
     *
     * @param number the number of the bucket, 0 to 449
     */
    private record Bucket(@Nullable String schema, @Nullable String digest, HistogramSnapshot histogram, int number) {

        /** Returns the share of executions in this bucket and below, rounded to 6 decimals. */
        double quantile() {
            return Math.rint(histogram.cumulativeShare(number) * DECIMALS) / DECIMALS;
        }
    }

    private StatementTables() {}

    static List<LiveContent<?>> of(StatementTable statements, SessionRegistry sessions) {
        return List.of(
                statements(statements),
                histograms(statements),
                globalHistogram(statements),
                events(statements),
                running(sessions),
                origins(EVENTS_STATEMENTS_SUMMARY_BY_ORIGIN, statements, 0),
                origins(REPETITIONS, statements, 1),
                advice(statements));
    }

    private static LiveContent<?> statements(StatementTable statements) {
        return LiveContent.of(
                        EVENTS_STATEMENTS_SUMMARY_BY_DIGEST,
                        search -> find(statements, search),
                        () -> statements.size() + 1L,
                        Figures::of)
                .text("schema_name", SCHEMA_LENGTH, StatementSnapshot::schema)
                .text("digest", DIGEST_LENGTH, StatementSnapshot::digestHex)
                .text("digest_text", TEXT_LENGTH, StatementSnapshot::digestText)
                .figures(Figure.COUNT, Figure.TIME, Figure.MIN, Figure.AVG, Figure.MAX, Figure.ERRORS)
                .figures(Figure.WARNINGS, Figure.ROWS_CHANGED, Figure.ROWS_READ)
                .moment("first_seen", StatementSnapshot::firstSeenEpochMillis)
                .moment("last_seen", StatementSnapshot::lastSeenEpochMillis)
                .figure("quantile_95", Figure.P95)
                .figure("quantile_99", Figure.P99)
                .figure("quantile_999", Figure.P999)
                .text("query_sample_text", QuerySample.MAX_LENGTH, ofSample(QuerySample::text))
                .moment("query_sample_seen", ofSample(QuerySample::seenEpochMillis))
                .time("query_sample_timer_wait", ofSample(QuerySample::elapsedNanos))
                .figures(Figure.RU)
                .text("ru_source", SOURCE_LENGTH, StatementSnapshot::ruSource)
                .figures(Figure.FETCH)
                .figure("quantile_50", Figure.P50)
                .figures(Figure.ALLOCATED)
                .whole("max_client_bytes", StatementSnapshot::maxClientBytes)
                .figures(Figure.MOST_IN_TRANSACTION)
                .whole("client_bytes_sampled", StatementTables::clientBytesSampled)
                .text("query_sample_plan_digest", DIGEST_LENGTH, ofSample(sample -> hex(sample.planDigest())))
                .figures(Figure.ROWS_UNKNOWN)
                .others(Figure.OF_ROWS)
                .index(1, SCHEMA_NAME, DIGEST)
                .index(1, DIGEST)
                .truncatedBy(statements::reset);
    }

    /** Returns a digest in hexadecimal; null if there is none. */
    static @Nullable String hex(Sha256 digest) {
        return digest.isNone() ? null : digest.hex();
    }

    private static @Nullable Long clientBytesSampled(StatementSnapshot row) {
        Integer scaled = row.clientBytesScaled();
        return scaled == null ? null : Long.valueOf(scaled);
    }

    private static <T> Function<StatementSnapshot, @Nullable T> ofSample(Function<QuerySample, @Nullable T> field) {
        return row -> {
            QuerySample sample = row.sample();
            return sample == null ? null : field.apply(sample);
        };
    }

    /**
     * Returns the row of a schema and digest if {@code search} has both, or all rows of a digest; without a digest, all
     * rows.
     */
    private static List<StatementSnapshot> find(StatementTable statements, Search search) {
        return ofDigest(search, statements::list, digest -> {
            Value schema = search.only(SCHEMA_NAME);
            if (schema == null) {
                return statements.find(digest);
            }
            StatementSnapshot row = statements.find(schema == ValueNull.INSTANCE ? null : schema.getString(), digest);
            return row == null ? List.of() : List.of(row);
        });
    }

    /** Returns the rows {@code of} the digest that {@code search} has; without a digest, {@code all} rows. */
    private static <R> List<R> ofDigest(Search search, Supplier<List<R>> all, Function<Sha256, List<R>> of) {
        Value digest = search.only(DIGEST);
        if (digest == null || digest == ValueNull.INSTANCE) {
            return all.get();
        }
        Sha256 key;
        try {
            key = Sha256.ofHex(digest.getString());
        } catch (IllegalArgumentException e) {
            return List.of(); // no row has this digest
        }
        return of.apply(key);
    }

    /** Declares 450 rows for each statement. The rows of one statement are made at a time. */
    private static LiveContent<?> histograms(StatementTable statements) {
        LiveContent<Bucket> content = LiveContent.of(
                        EVENTS_STATEMENTS_HISTOGRAM_BY_DIGEST,
                        search -> (Iterable<Bucket>) () -> buckets(find(statements, search)),
                        () -> (statements.size() + 1L) * LatencyBuckets.COUNT)
                .text("schema_name", SCHEMA_LENGTH, Bucket::schema)
                .text("digest", DIGEST_LENGTH, Bucket::digest);
        return withBuckets(content)
                .index(LatencyBuckets.COUNT, SCHEMA_NAME, DIGEST)
                .index(LatencyBuckets.COUNT, DIGEST)
                .truncatedBy(statements::resetHistograms);
    }

    private static LiveContent<?> globalHistogram(StatementTable statements) {
        LiveContent<Bucket> content = LiveContent.of(
                EVENTS_STATEMENTS_HISTOGRAM_GLOBAL,
                search -> buckets(null, null, statements.global()),
                () -> LatencyBuckets.COUNT);
        return withBuckets(content).index(LatencyBuckets.COUNT, 0).truncatedBy(statements::resetGlobal);
    }

    private static LiveContent<Bucket> withBuckets(LiveContent<Bucket> content) {
        return content.small("bucket_number", Bucket::number)
                .unsigned("bucket_timer_low", row -> LatencyBuckets.lowPicos(row.number))
                .unsigned("bucket_timer_high", row -> LatencyBuckets.highPicos(row.number))
                .whole("count_bucket", row -> row.histogram.count(row.number))
                .whole("count_bucket_and_lower", row -> row.histogram.cumulative(row.number))
                .fraction("bucket_quantile", Bucket::quantile);
    }

    private static Iterator<Bucket> buckets(List<StatementSnapshot> rows) {
        return rows.stream()
                .flatMap(row -> buckets(row.schema(), row.digestHex(), row.histogram()).stream())
                .iterator();
    }

    private static List<Bucket> buckets(@Nullable String schema, @Nullable String digest, HistogramSnapshot histogram) {
        return IntStream.range(0, LatencyBuckets.COUNT)
                .mapToObj(number -> new Bucket(schema, digest, histogram, number))
                .toList();
    }

    private static LiveContent<?> events(StatementTable statements) {
        return LiveContent.of(
                        EVENTS_STATEMENTS_SUMMARY_GLOBAL_BY_EVENT_NAME,
                        search -> Stream.of(EventKind.values())
                                .map(statements::event)
                                .toList(),
                        () -> EventKind.values().length,
                        Figures::of)
                .text("event_name", EVENT_LENGTH, row -> row.kind().eventName())
                .figures(Figure.OF_EVENTS)
                .truncatedBy(statements::resetEvents);
    }

    /** Declares the running statements. Nearly all sessions have at most one. */
    private static LiveContent<?> running(SessionRegistry sessions) {
        return LiveContent.of(ACTIVE_STATEMENTS, search -> sessions.list(), () -> sessions.size() + 1L)
                .text("id", ID_LENGTH, RunningStatement::id)
                .text("user_name", NAME_LENGTH, RunningStatement::user)
                .text("digest", DIGEST_LENGTH, row -> row.digest().hex())
                .text("digest_text", TEXT_LENGTH, row -> row.digest().text())
                .time("timer_wait", RunningStatement::elapsedNanos)
                .fraction("ru_so_far", RunningStatement::ru)
                .whole("client_bytes", RunningStatement::clientBytes)
                .text("origin", NAME_LENGTH, row -> row.origin().isEmpty() ? null : row.origin());
    }

    /** Declares a table with the rows by origin that have at least {@code repeated} transactions with a repetition. */
    private static LiveContent<?> origins(PerformanceTable table, StatementTable statements, long repeated) {
        return LiveContent.of(
                        table,
                        search -> ofDigest(search, statements::origins, statements::origins).stream()
                                .filter(row -> row.totals().repeatedTransactions() >= repeated)
                                .toList(),
                        () -> statements.size() + 1L,
                        OriginRow::figures)
                .text("schema_name", SCHEMA_LENGTH, OriginRow::schema)
                .text("digest", DIGEST_LENGTH, OriginRow::digestHex)
                .text("digest_text", TEXT_LENGTH, OriginRow::digestText)
                .text("origin", NAME_LENGTH, OriginRow::origin)
                .figures(Figure.OF_ORIGINS)
                .index(ABOUT_ORIGINS, DIGEST);
    }

    private static LiveContent<?> advice(StatementTable statements) {
        return LiveContent.of(TOLLBOOTH_ADVICE, search -> statements.advice(), () -> ABOUT_FINDINGS)
                .text("kind", NAME_LENGTH, Advice::kind)
                .text("schema_name", SCHEMA_LENGTH, Advice::schema)
                .text("digest", DIGEST_LENGTH, Advice::digest)
                .text("about", TEXT_LENGTH, Advice::about)
                .text("origin", NAME_LENGTH, Advice::origin)
                .text("why", TEXT_LENGTH, Advice::why)
                .fraction("saved_seconds", Advice::savedSeconds)
                .whole("saved_round_trips", Advice::savedRoundTrips)
                .fraction("saved_ru_per_hour", Advice::savedRuPerHour)
                .fraction("share", Advice::share)
                .text("remedy", TEXT_LENGTH, Advice::remedy)
                .text("certainty", NAME_LENGTH, Advice::certainty);
    }
}
