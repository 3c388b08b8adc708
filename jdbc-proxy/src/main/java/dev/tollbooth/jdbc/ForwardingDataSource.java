package dev.tollbooth.jdbc;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.ShardingKeyBuilder;
import java.util.logging.Logger;
import javax.sql.CommonDataSource;
import org.jspecify.annotations.Nullable;

/**
 * Forwards the methods that all kinds of data sources have.
 *
 * <p>Thread-safe where the delegate is.
 *
 * @param <D> the kind of the delegate
 */
abstract class ForwardingDataSource<D extends CommonDataSource> implements CommonDataSource, AutoCloseable {

    final D delegate;
    final Tollbooth tollbooth;

    ForwardingDataSource(@Nullable D delegate, @Nullable Tollbooth tollbooth) {
        if (delegate == null || tollbooth == null) {
            throw new IllegalArgumentException((delegate == null ? "delegate" : "tollbooth")
                    + "=null: give the data source to wrap and an instance," + " such as Tollbooth.shared()");
        }
        this.delegate = delegate;
        this.tollbooth = tollbooth;
    }

    /** Closes the delegate where it can be closed; the Tollbooth instance stays open. */
    @Override
    public void close() throws SQLException {
        if (delegate instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (SQLException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new SQLException(
                        "data source could not be closed: "
                                + delegate.getClass().getName(),
                        e);
            }
        }
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return delegate.getLogWriter();
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) throws SQLException {
        delegate.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        delegate.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return delegate.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return delegate.getParentLogger();
    }

    @Override
    public ShardingKeyBuilder createShardingKeyBuilder() throws SQLException {
        return delegate.createShardingKeyBuilder();
    }

    @Override
    public String toString() {
        return delegate.toString();
    }
}
