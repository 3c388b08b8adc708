package dev.tollbooth.internal.plan;

/**
 * The options for plans that no source of request units reports.
 *
 * @param source the name of the source of plans, or {@code off}
 * @param refreshNanos the least time between two questions about a statement, in nanoseconds
 */
public record PlanOptions(String source, long refreshNanos) {

    /** The value of {@code plan.source} that asks for no plan. */
    public static final String OFF = "off";

    /** The default time between two questions about a statement: ten minutes. */
    public static final long REFRESH_NANOS = 600_000_000_000L;
}
