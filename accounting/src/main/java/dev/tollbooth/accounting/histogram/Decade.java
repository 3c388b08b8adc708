package dev.tollbooth.accounting.histogram;

/**
 * One power of ten of a latency histogram: fifty buckets added up (49 in the last one; bucket 0 is one of its own).
 *
 * @param firstBucket the lowest bucket
 * @param lastBucket the highest bucket, inclusive
 * @param lowPicos the least latency in picoseconds
 * @param highPicos the first latency above, in picoseconds, unsigned
 * @param count executions in it
 * @param cumulative executions in it and below
 * @param quantile {@code cumulative} as a share of all, 0 where there are none
 */
public record Decade(
        int firstBucket, int lastBucket, long lowPicos, long highPicos, long count, long cumulative, double quantile) {}
