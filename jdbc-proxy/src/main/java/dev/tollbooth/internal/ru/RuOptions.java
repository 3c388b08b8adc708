package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.cost.RuModel;

/**
 * Where request units are from, and of what database they are.
 *
 * <p>Thread-safe: immutable.
 *
 * @param source the source's name, or {@code auto}, or {@code off}
 * @param model factors of the cost model
 * @param keyspace name of the database; empty: product and catalog
 * @param sample the share of executions that a server is asked about, above 0 and up to 1
 * @param warningHint finds the RU in a warning's text
 * @param planRefreshNanos how long a server is not asked about a statement's plan again, nanoseconds
 */
public record RuOptions(
        String source, RuModel model, String keyspace, double sample, WarningHint warningHint, long planRefreshNanos) {

    /** The value of {@code ru.source} that takes what comes by itself, and estimates the rest. */
    public static final String AUTO = "auto";

    /** The value of {@code ru.source} that counts no request units. */
    public static final String OFF = "off";

    /** Returns these options with another time between two questions about a plan. */
    public RuOptions withPlanRefresh(long refreshNanos) {
        return new RuOptions(source, model, keyspace, sample, warningHint, refreshNanos);
    }
}
