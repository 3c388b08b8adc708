package dev.tollbooth.console.model;

/**
 * Successive buckets of time of equal length, for series.
 *
 * @param startSecond the start of the first bucket, in seconds since 1970 UTC
 * @param bucketSeconds the length of each bucket in seconds
 * @param buckets the number of buckets
 */
public record TimeGrid(long startSecond, int bucketSeconds, int buckets) {

    /**
     * The maximum number of buckets on a page. Each bucket is at least one pixel wide, and a day fits in buckets of
     * five minutes.
     */
    static final int MOST = 300;

    private static final int[] WIDTHS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400
    };

    /**
     * Returns the finest grid that covers a span with at most {@value #MOST} buckets. No bucket is shorter than a
     * report's window. The grid of an empty span has no buckets.
     */
    public static TimeGrid covering(long firstSecond, long endSecond, int windowSeconds) {
        if (endSecond <= firstSecond) {
            return new TimeGrid(0, Math.max(1, windowSeconds), 0);
        }
        int width = 0;
        for (int i = 0;
                i < WIDTHS.length && (width < windowSeconds || count(firstSecond, endSecond, width) > MOST);
                i++) {
            width = WIDTHS[i];
        }
        while (count(firstSecond, endSecond, width) > MOST) {
            width *= 2;
        }
        long start = Math.floorDiv(firstSecond, width) * width;
        return new TimeGrid(start, width, (int) count(firstSecond, endSecond, width));
    }

    private static long count(long first, long end, int width) {
        return width == 0 ? Long.MAX_VALUE : Math.floorDiv(end - 1, width) - Math.floorDiv(first, width) + 1;
    }

    /** Returns the bucket of a second; the nearest bucket for a second outside of the grid. */
    int bucket(long epochSecond) {
        long bucket = Math.floorDiv(epochSecond - startSecond, bucketSeconds);
        return (int) Math.max(0, Math.min(buckets - 1, bucket));
    }

    /** Returns the first second after the last bucket. */
    public long endSecond() {
        return startSecond + (long) bucketSeconds * buckets;
    }
}
