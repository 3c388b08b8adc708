package dev.tollbooth.internal.proxy;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A call of a driver that opens a connection.
 *
 * @param <C> the type of the connection
 */
@FunctionalInterface
public interface Connecting<C> {

    /** Opens and returns a connection. */
    @Nullable
    C connect() throws SQLException;
}
