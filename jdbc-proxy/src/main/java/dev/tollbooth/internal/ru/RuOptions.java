package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.cost.RuModel;

/**
 * The settings of request units: the source and its options.
 *
 * <p>Thread-safe: immutable.
 *
 * @param source the source's name, or {@code auto}, or {@code off}
 * @param model the factors of the cost model
 * @param keyspace the name of the database; empty for product and catalog
 * @param sample the share of executions that a server is asked about, above 0 and up to 1
 * @param warningHint the pattern that finds the RU in a warning's text
 * @param planRefreshNanos the least time between two questions about a statement's plan, in nanoseconds
 */
public record RuOptions(
        String source, RuModel model, String keyspace, double sample, WarningHint warningHint, long planRefreshNanos) {

    /** The value of {@code ru.source} that uses passive sources, and estimates the rest. */
    public static final String AUTO = "auto";

    /** The value of {@code ru.source} that counts no request units. */
    public static final String OFF = "off";
}
