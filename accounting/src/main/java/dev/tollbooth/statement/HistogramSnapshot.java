package dev.tollbooth.statement;

import dev.tollbooth.internal.time.LatencyBuckets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The counts of all {@link LatencyBuckets} at one moment.
 *
 * <p>Only the range between the lowest and the highest bucket in use is stored, so a snapshot takes little memory.
 *
 * <p>Thread-safe: immutable.
 */
public final class HistogramSnapshot {

    /** A histogram without executions. */
    public static final HistogramSnapshot EMPTY = new HistogramSnapshot(0, new long[0]);

    private final int first;
    private final long[] counts;
    private final long total;

    /** Takes over {@code counts}, which begin with bucket {@code first}. The first and last of them are not 0. */
    private HistogramSnapshot(int first, long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        this.first = first;
        this.counts = counts;
        this.total = sum;
    }

    /**
     * {@return a snapshot of these counts; all other buckets are 0}
     *
     * @param firstBucket the bucket of the first count, 0 to 449
     * @param counts executions in {@code firstBucket} and the buckets after it, none negative; copied
     * @throws IllegalArgumentException if a count is negative or a bucket does not exist
     */
    public static HistogramSnapshot of(int firstBucket, long[] counts) {
        if (firstBucket < 0 || firstBucket + counts.length > LatencyBuckets.COUNT) {
            throw new IllegalArgumentException("no such latency buckets: first=" + firstBucket + ", count="
                    + counts.length + ", use buckets 0 to 449");
        }
        for (long count : counts) {
            if (count < 0) {
                throw new IllegalArgumentException(
                        "negative bucket count: count=" + count + ", subtract the earlier snapshot from the later");
            }
        }
        return trimmed(firstBucket, counts);
    }

    private static HistogramSnapshot trimmed(int firstBucket, long[] counts) {
        int from = 0;
        int to = counts.length;
        while (to > 0 && counts[to - 1] == 0) {
            to--;
        }
        while (from < to && counts[from] == 0) {
            from++;
        }
        return from == to ? EMPTY : new HistogramSnapshot(firstBucket + from, Arrays.copyOfRange(counts, from, to));
    }

    /** {@return the number of executions} */
    public long total() {
        return total;
    }

    /**
     * {@return the count of {@code bucket}; 0 if there is no such bucket}
     *
     * @param bucket the number of the bucket, 0 to 449
     */
    public long count(int bucket) {
        int i = bucket - first;
        return i < 0 || i >= counts.length ? 0 : counts[i];
    }

    /**
     * {@return the count of {@code bucket} and all below: COUNT_BUCKET_AND_LOWER}
     *
     * @param bucket the number of the bucket, 0 to 449; 449 gives the total
     */
    public long cumulative(int bucket) {
        long sum = 0;
        for (int i = Math.min(bucket - first, counts.length - 1); i >= 0; i--) {
            sum += counts[i];
        }
        return sum;
    }

    /**
     * {@return the share of executions in {@code bucket} and below: BUCKET_QUANTILE; 0 without executions}
     *
     * @param bucket the number of the bucket, 0 to 449
     */
    public double cumulativeShare(int bucket) {
        return total == 0 ? 0 : (double) cumulative(bucket) / total;
    }

    /** {@return the lowest bucket with executions; 0 if there are none} */
    public int firstBucket() {
        return first;
    }

    /** {@return the highest bucket with executions; -1 if there are none} */
    public int lastBucket() {
        return first + counts.length - 1;
    }

    /**
     * {@return the latency in picoseconds, unsigned, that the share {@code quantile} of executions does not exceed}
     *
     * <p>It is the high bound of the first bucket whose running sum reaches {@link Quantile#rank}. From 10 microseconds
     * on, it is at most 4.7 % too high. It is 2^64-1 for latencies from 9,120.1 s on, and 0 if nothing was counted.
     *
     * @param quantile the share, such as the median
     */
    public long quantilePicos(Quantile quantile) {
        long rank = quantile.rank(total);
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += counts[i];
            if (sum >= rank) {
                return LatencyBuckets.highPicos(first + i);
            }
        }
        return 0;
    }

    /**
     * {@return {@link #quantilePicos} in whole nanoseconds; at most 18,446,744,073,709,551, which fits a long}
     *
     * @param quantile the share, such as the median
     */
    public long quantileNanos(Quantile quantile) {
        return Long.divideUnsigned(quantilePicos(quantile), 1_000);
    }

    /**
     * {@return the sum of this histogram and another}
     *
     * @param other a histogram of other executions, for example of another statement or process
     */
    public HistogramSnapshot merge(HistogramSnapshot other) {
        if (other.total == 0) {
            return this;
        }
        return total == 0 ? other : combine(other, 1);
    }

    /**
     * {@return the growth since {@code earlier}: the histogram of a window}
     *
     * <p>A bucket that has decreased gives 0. A bucket decreases only if the histogram was truncated in between. The
     * table's epoch shows a truncation.
     *
     * @param earlier a snapshot of the same executions, read before this one
     */
    public HistogramSnapshot minus(HistogramSnapshot earlier) {
        return earlier.total == 0 ? this : combine(earlier, -1);
    }

    private HistogramSnapshot combine(HistogramSnapshot other, int sign) {
        int low = Math.min(first, other.first);
        int high = Math.max(lastBucket(), other.lastBucket());
        long[] result = new long[high - low + 1];
        System.arraycopy(counts, 0, result, first - low, counts.length);
        for (int i = 0; i < other.counts.length; i++) {
            int at = other.first - low + i;
            result[at] = Math.max(0, result[at] + sign * other.counts[i]);
        }
        return trimmed(low, result);
    }

    /**
     * {@return the lower bound of a bucket in picoseconds, inclusive and unsigned}
     *
     * @param bucket the number of the bucket, 0 to 449
     */
    public static long lowPicos(int bucket) {
        return LatencyBuckets.lowPicos(bucket);
    }

    /**
     * {@return the upper bound of a bucket in picoseconds, exclusive and unsigned}
     *
     * @param bucket the number of the bucket, 0 to 449
     */
    public static long highPicos(int bucket) {
        return LatencyBuckets.highPicos(bucket);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HistogramSnapshot that && first == that.first && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * first + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return "HistogramSnapshot[total=" + total + ", buckets=" + first + ".." + lastBucket() + "]";
    }
}
