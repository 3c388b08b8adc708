package dev.tollbooth.agent.engine;

import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothConnectionPoolDataSource;
import dev.tollbooth.jdbc.TollboothXADataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.logging.Logger;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source of a single open connection, which Tollbooth wraps.
 *
 * <p>Not thread-safe: used once, by the connecting thread.
 */
final class OpenedConnection implements XADataSource, ConnectionPoolDataSource {

    private final Object connection;

    private OpenedConnection(Object connection) {
        this.connection = connection;
    }

    static OpenedConnection of(Object connection) {
        return new OpenedConnection(connection);
    }

    /**
     * Returns the opened connection with accounting; null if the opened object is no {@code XAConnection}, {@code
     * PooledConnection} or {@code Connection}.
     */
    @Nullable
    Object accounted(Map<String, String> settings) throws SQLException {
        if (connection instanceof XAConnection) {
            return new TollboothXADataSource(this, Tollbooth.shared(settings)).getXAConnection();
        } else if (connection instanceof PooledConnection) {
            return new TollboothConnectionPoolDataSource(this, Tollbooth.shared(settings)).getPooledConnection();
        }
        return connection instanceof Connection
                ? Instances.ofDriver().connect(TypedSettings.of(settings), this::getConnection, "", "")
                : null;
    }

    private Connection getConnection() {
        return (Connection) connection;
    }

    @Override
    public XAConnection getXAConnection() {
        return (XAConnection) connection;
    }

    @Override
    public XAConnection getXAConnection(@Nullable String user, @Nullable String password) {
        return getXAConnection();
    }

    @Override
    public PooledConnection getPooledConnection() {
        return (PooledConnection) connection;
    }

    @Override
    public PooledConnection getPooledConnection(@Nullable String user, @Nullable String password) {
        return getPooledConnection();
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("getParentLogger: ask the driver");
    }
}
