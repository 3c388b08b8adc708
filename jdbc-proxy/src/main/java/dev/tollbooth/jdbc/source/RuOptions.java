package dev.tollbooth.jdbc.source;

import dev.tollbooth.accounting.ru.RuModel;

/**
 * Where request units are from, and of what database they are.
 *
 * <p>Thread-safe: immutable.
 *
 * @param source the source's name, or {@code auto}, or {@code off}
 * @param model factors of the cost model
 * @param keyspace name of the database; empty: product and catalog
 */
public record RuOptions(String source, RuModel model, String keyspace) {

    /** The value of {@code ru.source} that takes what comes by itself, and estimates the rest. */
    public static final String AUTO = "auto";

    /** The value of {@code ru.source} that counts no request units. */
    public static final String OFF = "off";
}
