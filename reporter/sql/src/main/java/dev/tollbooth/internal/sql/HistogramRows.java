package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code events_statements_histogram_by_digest} or of {@code events_statements_histogram_global}. A
 * histogram has 450 rows, including those with a count of 0.
 *
 * @param statements the statement table
 * @param global whether the rows are those of the global table, for all statements together
 */
record HistogramRows(StatementTable statements, boolean global) implements LiveRows<HistogramRows.Row> {

    /** The index of the column BUCKET_NUMBER in the global table. */
    static final int BUCKET_NUMBER = 0;

    private static final double DECIMALS = 1e6;

    /**
     * A row: one bucket of one histogram.
     *
     * @param schema the statement's schema (SCHEMA_NAME)
     * @param digest the statement's digest (DIGEST)
     * @param bucket the number of the bucket, 0 to 449 (BUCKET_NUMBER)
     * @param count the executions in the bucket (COUNT_BUCKET)
     * @param cumulative the executions in the bucket and below (COUNT_BUCKET_AND_LOWER)
     * @param total all executions of the histogram
     */
    record Row(@Nullable String schema, @Nullable String digest, int bucket, long count, long cumulative, long total) {

        /** Returns the share of executions in this bucket and below, rounded to 6 decimals. */
        private double quantile() {
            return total == 0 ? 0 : Math.rint((double) cumulative / total * DECIMALS) / DECIMALS;
        }
    }

    LiveColumns<Row> columns() {
        LiveColumns<Row> columns = new LiveColumns<>();
        if (!global) {
            columns.text("schema_name", StatementRows.SCHEMA_LENGTH, Row::schema)
                    .text("digest", StatementRows.DIGEST_LENGTH, Row::digest);
        }
        return columns.small("bucket_number", Row::bucket)
                .unsigned("bucket_timer_low", row -> LatencyBuckets.lowPicos(row.bucket))
                .unsigned("bucket_timer_high", row -> LatencyBuckets.highPicos(row.bucket))
                .whole("count_bucket", Row::count)
                .whole("count_bucket_and_lower", Row::cumulative)
                .fraction("bucket_quantile", Row::quantile);
    }

    /** An iterator over the 450 buckets of one histogram, with running sums. */
    private static final class Buckets implements Iterator<Row> {

        private final @Nullable String schema;
        private final @Nullable String digest;
        private final HistogramSnapshot histogram;
        private int bucket;
        private long cumulative;

        Buckets(@Nullable String schema, @Nullable String digest, HistogramSnapshot histogram) {
            this.schema = schema;
            this.digest = digest;
            this.histogram = histogram;
        }

        @Override
        public boolean hasNext() {
            return bucket < LatencyBuckets.COUNT;
        }

        @Override
        public Row next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            long count = histogram.count(bucket);
            cumulative += count;
            return new Row(schema, digest, bucket++, count, cumulative, histogram.total());
        }
    }

    /** An iterator over the buckets of all statements, which makes the rows of one statement at a time. */
    private static final class BucketsOfAll implements Iterator<Row> {

        private final Iterator<StatementSnapshot> statements;
        private Iterator<Row> buckets = Collections.emptyIterator();

        BucketsOfAll(Iterator<StatementSnapshot> statements) {
            this.statements = statements;
        }

        @Override
        public boolean hasNext() {
            return buckets.hasNext() || statements.hasNext();
        }

        @Override
        public Row next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            if (!buckets.hasNext()) {
                StatementSnapshot row = statements.next();
                buckets = new Buckets(row.schema(), row.digestHex(), row.histogram());
            }
            return buckets.next();
        }
    }

    @Override
    public Iterator<Row> find(Search search) {
        return global
                ? new Buckets(null, null, statements.global())
                : new BucketsOfAll(StatementRows.find(statements, search).iterator());
    }

    @Override
    public long approximateCount() {
        return global ? LatencyBuckets.COUNT : (statements.size() + 1L) * LatencyBuckets.COUNT;
    }

    @Override
    public long approximateCount(int index) {
        return global ? approximateCount() : LatencyBuckets.COUNT;
    }

    @Override
    public void truncate() {
        if (global) {
            statements.resetGlobal();
        } else {
            statements.resetHistograms();
        }
    }
}
