package dev.tollbooth.console.model;

/**
 * A span of time.
 *
 * @param sinceSeconds the first second, since 1970 UTC
 * @param untilSeconds the exclusive end
 */
public record TimeSpan(long sinceSeconds, long untilSeconds) {

    /** The span without bounds. */
    public static final TimeSpan ALL = new TimeSpan(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Returns whether the span contains the second. */
    public boolean contains(long epochSeconds) {
        return sinceSeconds <= epochSeconds && epochSeconds < untilSeconds;
    }
}
