package dev.tollbooth.internal.postgres.catalog;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An expression that is evaluated for a row.
 *
 * @param name the name of the resulting column
 * @param type returns the type of the values; called after parsing
 * @param value evaluates the expression
 */
record Expression(String name, Supplier<PostgresType> type, Value value) {

    static final String UNNAMED = "?column?";

    /**
     * A function that evaluates an expression to a Boolean, Long, String, {@link Catalog.ObjectName}, a List of those, or null.
     */
    @FunctionalInterface
    interface Value {
        @Nullable
        Object of(Scope row) throws PostgresException;
    }

    static Expression of(PostgresType type, Value value) {
        return new Expression(UNNAMED, () -> type, value);
    }

    Expression named(String other) {
        return new Expression(other, type, value);
    }

    @Nullable
    Object of(Scope row) throws PostgresException {
        Evaluation run = row.run;
        run.began();
        Object result = value.of(row);
        run.ended();
        return result;
    }
}
