package dev.tollbooth.console.model;

/**
 * A span of time.
 *
 * @param sinceSeconds seconds since 1970 UTC, the first in it
 * @param untilSeconds the first behind it
 */
public record TimeSpan(long sinceSeconds, long untilSeconds) {

    /** All of time. */
    public static final TimeSpan ALL = new TimeSpan(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Returns whether the second is in it. */
    public boolean contains(long epochSeconds) {
        return sinceSeconds <= epochSeconds && epochSeconds < untilSeconds;
    }
}
