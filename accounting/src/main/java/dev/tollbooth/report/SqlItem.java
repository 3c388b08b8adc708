package dev.tollbooth.report;

/**
 * Executions of one statement within one item's time, {@code [startEpochSeconds, startEpochSeconds + width)}.
 *
 * @param startEpochSeconds seconds since 1970 UTC, a multiple of the item's width
 * @param execCount executions that ended
 * @param durationNanos nanoseconds of execution and fetch
 * @param cpuNanos the CPU time of the application's threads in the driver's executing calls, in nanoseconds, scaled up
 *     from the measured calls; 0 if not measured
 */
public record SqlItem(long startEpochSeconds, long execCount, long durationNanos, long cpuNanos) {}
