package dev.tollbooth.reporter.sql;

import dev.tollbooth.accounting.histogram.LatencyBuckets;
import dev.tollbooth.accounting.statement.StatementTable;
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
