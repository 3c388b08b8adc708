package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An expression that is evaluated for a row.
 *
 * @param name the name of the resulting column
 * @param type the type of its values, known after parsing
 * @param value evaluates the expression
 */
record Expression(String name, Supplier<CatalogType> type, Value value) {

    static final String UNNAMED = "?column?";

    /** An expression that evaluates to a Boolean, Long, String, List of those, or null. */
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
