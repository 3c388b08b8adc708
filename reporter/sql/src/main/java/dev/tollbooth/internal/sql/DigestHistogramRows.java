package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * The rows of {@code events_statements_histogram_by_digest}: 450 for each statement, also where all are 0.
 *
 * @param statements where they are counted
 */
record DigestHistogramRows(StatementTable statements) implements LiveRows<HistogramRow> {

    /** Makes a statement's rows only when it is its turn. */
    private static final class BucketsOfAll implements Iterator<HistogramRow> {
        private final Iterator<StatementSnapshot> statements;
        private Iterator<HistogramRow> buckets = Collections.emptyIterator();

        BucketsOfAll(Iterator<StatementSnapshot> statements) {
            this.statements = statements;
        }

        @Override
        public boolean hasNext() {
            return buckets.hasNext() || statements.hasNext();
        }

        @Override
        public HistogramRow next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            if (!buckets.hasNext()) {
                StatementSnapshot row = statements.next();
                buckets = new BucketIterator(row.schema(), row.digestHex(), row.histogram());
            }
            return buckets.next();
        }
    }

    static LiveColumns<HistogramRow> columns() {
        return HistogramRow.addColumns(new LiveColumns<HistogramRow>()
                .text("schema_name", StatementRows.SCHEMA_LENGTH, HistogramRow::schema)
                .text("digest", StatementRows.DIGEST_LENGTH, HistogramRow::digest));
    }

    @Override
    public Iterator<HistogramRow> find(Search search) {
        return new BucketsOfAll(StatementRows.find(statements, search).iterator());
    }

    @Override
    public long approximateCount() {
        return (statements.size() + 1L) * LatencyBuckets.COUNT;
    }

    @Override
    public long approximateCount(int index) {
        return LatencyBuckets.COUNT;
    }

    @Override
    public void truncate() {
        statements.resetHistograms();
    }
}
