package dev.tollbooth.report;

import org.jspecify.annotations.Nullable;

/**
 * The amount that was dropped for one reason since the start.
 *
 * @param times the number of drops
 * @param keys the number of records or texts
 * @param ru the request units; 0 without executions, null if unknown or of several sources
 * @param ruSource the source of the request units, {@code mixed} for several, null if there are none or they are
 *     unknown
 * @param execCount executions
 * @param execDurationNanos nanoseconds of execution and fetch
 */
public record DropCount(
        long times,
        long keys,
        @Nullable Double ru,
        @Nullable String ruSource,
        long execCount,
        long execDurationNanos) {

    /** A count of 0. */
    public static final DropCount NONE = new DropCount(0, 0);

    private static final String MIXED = "mixed";

    /**
     * Makes a count without executions.
     *
     * @param times the number of drops
     * @param keys the number of records or texts
     */
    public DropCount(long times, long keys) {
        this(times, keys, 0.0, null, 0, 0);
    }

    /**
     * {@return the sum of this count and another}
     *
     * @param other a count of the same reason, from another place
     */
    public DropCount plus(DropCount other) {
        String source = ruSource == null ? other.ruSource : ruSource;
        Double sum = ru == null || other.ru == null ? null : Double.valueOf(ru + other.ru);
        if (ruSource != null && other.ruSource != null && !ruSource.equals(other.ruSource)) {
            source = MIXED;
            sum = null;
        } else if (ruSource == null != (other.ruSource == null)) {
            sum = ruSource == null ? other.ru : ru; // known ones of one side only
        }
        return new DropCount(
                times + other.times,
                keys + other.keys,
                sum,
                source,
                execCount + other.execCount,
                execDurationNanos + other.execDurationNanos);
    }
}
