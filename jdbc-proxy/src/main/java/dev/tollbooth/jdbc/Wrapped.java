package dev.tollbooth.jdbc;

import dev.tollbooth.internal.proxy.Connecting;
import dev.tollbooth.internal.proxy.ConnectionWrapper;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.PooledConnection;
import org.jspecify.annotations.Nullable;

/**
 * A data source with the object that accounts for its connections.
 *
 * @param delegate the data source that opens the connections
 * @param connects the opener of accounted connections, null if the delegate accounts for them itself, or nobody does
 */
record Wrapped<D>(D delegate, @Nullable ConnectionWrapper connects) {

    static <D> Wrapped<D> of(D delegate, Tollbooth tollbooth) {
        return new Wrapped<>(delegate, tollbooth.instance().connects(""));
    }

    @Nullable
    Connection connect(Connecting<Connection> driver, String user) throws SQLException {
        return connects == null ? driver.connect() : connects.connect(driver, user);
    }

    @Nullable
    PooledConnection pooled(Connecting<? extends PooledConnection> driver, String user) throws SQLException {
        return connects == null ? driver.connect() : connects.pooled(driver, user);
    }
}
