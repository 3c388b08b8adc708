package dev.tollbooth.jdbc;

import dev.tollbooth.internal.instance.Connecting;
import dev.tollbooth.internal.instance.TimedConnects;
import dev.tollbooth.internal.proxy.ConnectionWrapper;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.PooledConnection;
import org.jspecify.annotations.Nullable;

/**
 * A data source with the objects that account for its connections.
 *
 * @param delegate the data source that opens the connections
 * @param connects the connector that times the connections, null if the delegate accounts for them itself
 * @param wrapper the wrapper of the connections, null if the delegate accounts for them itself
 */
record Wrapped<D>(
        D delegate,
        @Nullable TimedConnects connects,
        @Nullable ConnectionWrapper wrapper) {

    static <D> Wrapped<D> of(D delegate, Tollbooth tollbooth) {
        TimedConnects connects = tollbooth.connects();
        return new Wrapped<>(delegate, connects, connects.wrapper(""));
    }

    /** Returns a data source that accounts for its connections itself. */
    static <D> Wrapped<D> accounted(D delegate) {
        return new Wrapped<>(delegate, null, null);
    }

    @Nullable
    Connection connect(Connecting<Connection> driver, String user) throws SQLException {
        return connects == null || wrapper == null ? driver.connect() : connects.connect(driver, user, wrapper);
    }

    @Nullable
    PooledConnection pooled(Connecting<? extends PooledConnection> driver, String user) throws SQLException {
        return connects == null ? driver.connect() : connects.pooled(driver, user);
    }
}
