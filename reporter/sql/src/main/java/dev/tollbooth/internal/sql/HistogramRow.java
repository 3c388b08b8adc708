package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.time.LatencyBuckets;
import org.jspecify.annotations.Nullable;

/**
 * One bucket of one histogram.
 *
 * @param schema SCHEMA_NAME
 * @param digest DIGEST
 * @param bucket BUCKET_NUMBER
 * @param count COUNT_BUCKET
 * @param cumulative COUNT_BUCKET_AND_LOWER
 * @param total all executions of the histogram
 */
record HistogramRow(
        @Nullable String schema, @Nullable String digest, int bucket, long count, long cumulative, long total) {

    private static final double DECIMALS = 1e6;

    /** The columns that both histogram tables have, behind {@code columns}. */
    static LiveColumns<HistogramRow> addColumns(LiveColumns<HistogramRow> columns) {
        return columns.small("bucket_number", HistogramRow::bucket)
                .unsigned("bucket_timer_low", row -> LatencyBuckets.lowPicos(row.bucket))
                .unsigned("bucket_timer_high", row -> LatencyBuckets.highPicos(row.bucket))
                .whole("count_bucket", HistogramRow::count)
                .whole("count_bucket_and_lower", HistogramRow::cumulative)
                .fraction("bucket_quantile", HistogramRow::quantile);
    }

    /** BUCKET_QUANTILE: the share of executions in this bucket and below, rounded to 6 decimals. */
    private double quantile() {
        return total == 0 ? 0 : Math.rint((double) cumulative / total * DECIMALS) / DECIMALS;
    }
}
