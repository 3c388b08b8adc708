package dev.tollbooth.internal.plan;

import java.sql.SQLType;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps the parameters that are bound to a prepared statement, while a consumer needs them. Not
 * thread-safe.
 */
public interface KeptParameters {

    /**
     * Stores the value of one parameter.
     *
     * @param type the type given to the driver: a code of {@link Types}, a {@link SQLType}, or null
     */
    void set(int index, @Nullable Object value, @Nullable Object type);

    /** Drops all parameters. */
    void clear();
}
