package dev.tollbooth.internal.plan;

/**
 * Where plans are from that no source of request units tells.
 *
 * @param source the source's name, or {@code off}
 * @param refreshNanos how long a statement is not asked about again, nanoseconds
 */
public record PlanOptions(String source, long refreshNanos) {

    /** The value of {@code plan.source} that asks for no plan. */
    public static final String OFF = "off";

    /** How long a server is not asked about a statement's plan again: ten minutes. */
    public static final long REFRESH_NANOS = 600_000_000_000L;
}
