package dev.tollbooth.report;

/**
 * How much was dropped for one reason since the instance began.
 *
 * @param times how often
 * @param keys records or texts
 * @param ru request units
 * @param execCount executions
 * @param execDurationNanos nanoseconds of execution and fetch
 */
public record DropCount(long times, long keys, double ru, long execCount, long execDurationNanos) {

    /** Nothing. */
    public static final DropCount NONE = new DropCount(0, 0, 0, 0, 0);

    /**
     * {@return both together}
     *
     * @param other of the same reason, from other places
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
