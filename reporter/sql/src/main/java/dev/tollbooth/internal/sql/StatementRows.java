package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.h2.value.Value;
import org.h2.value.ValueNull;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code events_statements_summary_by_digest}.
 *
 * @param statements the statement table
 */
record StatementRows(StatementTable statements) implements LiveRows<StatementSnapshot> {

    static final int SCHEMA_NAME = 0;
    static final int DIGEST = 1;
    static final int SCHEMA_LENGTH = 64;
    static final int DIGEST_LENGTH = 64;

    /** A length above any shown text. */
    static final int TEXT_LENGTH = 1 << 20;

    private static final int SOURCE_LENGTH = 32;

    static LiveColumns<StatementSnapshot> columns() {
        return new LiveColumns<StatementSnapshot>(Figures::of)
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
                .timeOrNull("query_sample_timer_wait", ofSample(QuerySample::elapsedNanos))
                .figures(Figure.RU)
                .text("ru_source", SOURCE_LENGTH, StatementSnapshot::ruSource)
                .figures(Figure.FETCH)
                .figure("quantile_50", Figure.P50)
                .figures(Figure.ALLOCATED)
                .wholeOrNull("max_client_bytes", StatementSnapshot::maxClientBytes)
                .figures(Figure.MOST)
                .wholeOrNull("client_bytes_sampled", StatementRows::clientBytesSampled)
                .text("query_sample_plan_digest", DIGEST_LENGTH, ofSample(sample -> hex(sample.planDigest())))
                .figures(Figure.ROWS_UNKNOWN)
                .others(Figure.OF_ROWS);
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

    @Override
    public Iterator<StatementSnapshot> find(Search search) {
        return find(statements, search).iterator();
    }

    /**
     * Returns the row of a schema and digest if {@code search} has both, or all rows of a digest; without a digest, all
     * rows.
     */
    static List<StatementSnapshot> find(StatementTable statements, Search search) {
        Value digest = search.only(DIGEST);
        if (digest == null || digest == ValueNull.INSTANCE) {
            return statements.list();
        }
        Sha256 key;
        try {
            key = Sha256.ofHex(digest.getString());
        } catch (IllegalArgumentException e) {
            return List.of(); // no row has this digest
        }
        Value schema = search.only(SCHEMA_NAME);
        if (schema == null) {
            return statements.find(key);
        }
        StatementSnapshot row = statements.find(schema == ValueNull.INSTANCE ? null : schema.getString(), key);
        return row == null ? List.of() : List.of(row);
    }

    @Override
    public long approximateCount() {
        return statements.size() + 1L;
    }

    @Override
    public long approximateCount(int index) {
        return 1;
    }

    @Override
    public void truncate() {
        statements.reset();
    }
}
