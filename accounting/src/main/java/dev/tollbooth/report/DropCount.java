package dev.tollbooth.report;

/**
 * The amount that was dropped for one reason since the start.
 *
 * @param times the number of drops
 * @param keys the number of records or texts
 * @param ru request units
 * @param execCount executions
 * @param execDurationNanos nanoseconds of execution and fetch
 */
public record DropCount(long times, long keys, double ru, long execCount, long execDurationNanos) {

    /** A count of 0. */
    public static final DropCount NONE = new DropCount(0, 0, 0, 0, 0);

    /**
     * {@return the sum of this count and another}
     *
     * @param other a count of the same reason, from another place
     */
    public DropCount plus(DropCount other) {
        return new DropCount(
                times + other.times,
                keys + other.keys,
                ru + other.ru,
                execCount + other.execCount,
                execDurationNanos + other.execDurationNanos);
    }
}
