package dev.tollbooth.internal.table;

import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * A decade of a latency histogram: fifty buckets added up (49 in the last decade; bucket 0 is a decade of its own).
 *
 * @param firstBucket the lowest bucket
 * @param lastBucket the highest bucket, inclusive
 * @param lowPicos the lower bound of the latency in picoseconds, inclusive
 * @param highPicos the upper bound in picoseconds, exclusive and unsigned
 * @param count the number of executions in the decade
 * @param cumulative the number of executions in the decade and below
 * @param quantile {@code cumulative} divided by the total, 0 if there are no executions
 */
public record Decade(
        int firstBucket, int lastBucket, long lowPicos, long highPicos, long count, long cumulative, double quantile) {

    private static final int BUCKETS_PER_DECADE = 50;

    /** Returns the ten decades, from below 10 microseconds to above 1,000 seconds, empty ones included. */
    public static List<Decade> of(HistogramSnapshot histogram) {
        List<Decade> result = new ArrayList<>();
        long below = 0;
        for (int low = 0; low < LatencyBuckets.COUNT; ) {
            int high = low == 0 ? 0 : Math.min(low + BUCKETS_PER_DECADE, LatencyBuckets.COUNT) - 1;
            long upTo = histogram.cumulative(high);
            result.add(new Decade(
                    low,
                    high,
                    LatencyBuckets.lowPicos(low),
                    LatencyBuckets.highPicos(high),
                    upTo - below,
                    upTo,
                    upTo == 0 ? 0 : (double) upTo / histogram.total()));
            below = upTo;
            low = high + 1;
        }
        return List.copyOf(result);
    }
}
