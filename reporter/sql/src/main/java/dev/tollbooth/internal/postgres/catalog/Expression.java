package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An expression that is calculated for a row.
 *
 * @param name of the column that it makes
 * @param type of its values; known once the whole question is read
 * @param value calculates it
 */
record Expression(String name, Supplier<CatalogType> type, Value value) {

    static final String UNNAMED = "?column?";

    /** Calculates a value: a Boolean, Long, String, List of those, or null. */
    @FunctionalInterface
    interface Value {
        @Nullable
        Object of(Scope row) throws PostgresException;
    }

    static Expression of(CatalogType type, Value value) {
        return new Expression(UNNAMED, () -> type, value);
    }

    Expression named(String other) {
        return new Expression(other, type, value);
    }

    @Nullable
    Object of(Scope row) throws PostgresException {
        Steps steps = row.answering.steps();
        steps.began();
        Object result = value.of(row);
        steps.ended();
        return result;
    }
}
