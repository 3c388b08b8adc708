package dev.tollbooth.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A driver's way to a new connection.
 *
 * @param <C> the kind of connection
 */
@FunctionalInterface
interface Connecting<C> {

    /** Connects. */
    @Nullable
    C connect() throws SQLException;
}
