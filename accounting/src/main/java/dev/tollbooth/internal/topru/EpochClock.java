package dev.tollbooth.internal.topru;

import java.util.function.LongSupplier;

/**
 * A clock that gives the seconds since 1970 UTC for buckets. The wall clock is read once, advanced by the ticker, and
 * read again only between two buckets. So a jump of the wall clock closes no open bucket and makes no data late.
 *
 * <p>If the wall clock is up to a minute behind, time stands still at the bucket's begin until the wall clock has
 * caught up. If it was set back by more, a new era begins. Not thread-safe: only the tick uses it.
 */
final class EpochClock {

    static final int BUCKET_SECONDS = 15;

    private static final long BUCKET_MILLIS = BUCKET_SECONDS * 1000L;
    private static final long MAX_STANDSTILL_MILLIS = 60_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LongSupplier epochMillis;
    private long anchorMillis;
    private long anchorNanos;
    private long bucketStart;
    private int era;

    EpochClock(LongSupplier epochMillis, long nowNanos) {
        this.epochMillis = epochMillis;
        anchor(nowNanos);
        this.bucketStart = Math.floorDiv(anchorMillis, BUCKET_MILLIS) * BUCKET_MILLIS;
    }

    private void anchor(long nowNanos) {
        anchorMillis = epochMillis.getAsLong();
        anchorNanos = nowNanos;
    }

    /** Returns the seconds since 1970 UTC at the ticker's reading {@code nowNanos}; never decreases in an era. */
    long epochSeconds(long nowNanos) {
        long millis = anchorMillis + Math.floorDiv(nowNanos - anchorNanos, NANOS_PER_MILLI);
        long bucketEnd = bucketStart + BUCKET_MILLIS;
        if (millis >= bucketEnd) {
            anchor(nowNanos);
            millis = anchorMillis;
            if (bucketEnd - millis > MAX_STANDSTILL_MILLIS) {
                era++;
            } else {
                millis = Math.max(millis, bucketEnd);
            }
            bucketStart = Math.floorDiv(millis, BUCKET_MILLIS) * BUCKET_MILLIS;
        }
        return Math.floorDiv(Math.max(millis, bucketStart), 1000L);
    }

    /** Returns the number of the era, which grows when the wall clock is set far back. */
    int era() {
        return era;
    }
}
