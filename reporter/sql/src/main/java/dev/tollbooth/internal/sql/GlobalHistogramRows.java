package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.LatencyBuckets;
import java.util.Iterator;

/**
 * The 450 rows of {@code events_statements_histogram_global}.
 *
 * @param statements where they are counted
 */
record GlobalHistogramRows(StatementTable statements) implements LiveRows<HistogramRow> {

    static final int BUCKET_NUMBER = 0;

    static LiveColumns<HistogramRow> columns() {
        return HistogramRow.addColumns(new LiveColumns<>());
    }

    @Override
    public Iterator<HistogramRow> find(Search search) {
        return new BucketIterator(null, null, statements.global());
    }

    @Override
    public long approximateCount() {
        return LatencyBuckets.COUNT;
    }

    @Override
    public void truncate() {
        statements.resetGlobal();
    }
}
