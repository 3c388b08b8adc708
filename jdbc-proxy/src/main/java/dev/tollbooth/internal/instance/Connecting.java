package dev.tollbooth.internal.instance;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A driver's way to a new connection.
 *
 * @param <C> the kind of connection
 */
@FunctionalInterface
public interface Connecting<C> {

    /** Connects. */
    @Nullable
    C connect() throws SQLException;
}
