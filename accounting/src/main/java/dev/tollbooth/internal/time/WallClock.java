package dev.tollbooth.internal.time;

/**
 * Wall-clock time derived from a monotonic {@link Ticker}, anchored once. So a statement needs no second clock reading,
 * and a jump of the system clock moves no measured time.
 *
 * <p>Thread-safe: an instance is immutable.
 *
 * @param anchorEpochMillis milliseconds since 1970 UTC at the anchor
 * @param anchorNanos the ticker's reading at the anchor
 */
public record WallClock(long anchorEpochMillis, long anchorNanos) {

    /** Returns a clock that is anchored to {@code ticker} and the system clock at this moment. */
    public static WallClock anchoredNow(Ticker ticker) {
        return new WallClock(System.currentTimeMillis(), ticker.nanoTime());
    }

    /** Returns the milliseconds since 1970 UTC at which {@code ticker} read {@code tickerNanos}. */
    public long epochMillis(long tickerNanos) {
        return anchorEpochMillis + Math.floorDiv(tickerNanos - anchorNanos, 1_000_000L);
    }
}
