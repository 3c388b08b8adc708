package dev.tollbooth.benchmarks.io;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A driver that returns the same connection of another driver until it is closed, so that all wrappers use the same
 * process of the server. With several processes, the scheduler puts some on the client's processor, and the difference
 * is larger than the time that a wrapper adds.
 *
 * <p>Not thread-safe.
 */
final class OneConnectionDriver implements Driver {

    private final Driver delegate;
    private @Nullable Connection connection;

    private OneConnectionDriver(Driver delegate) {
        this.delegate = delegate;
    }

    /** Replaces the registered driver of {@code url}. */
    static void takeOver(String url) throws SQLException {
        Driver driver = DriverManager.getDriver(url);
        DriverManager.deregisterDriver(driver);
        DriverManager.registerDriver(new OneConnectionDriver(driver));
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        Connection known = connection;
        if (known == null || known.isClosed()) {
            known = delegate.connect(url, info);
            connection = known;
        }
        return known;
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return delegate.acceptsURL(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) throws SQLException {
        return delegate.getPropertyInfo(url, info);
    }

    @Override
    public int getMajorVersion() {
        return delegate.getMajorVersion();
    }

    @Override
    public int getMinorVersion() {
        return delegate.getMinorVersion();
    }

    @Override
    public boolean jdbcCompliant() {
        return delegate.jdbcCompliant();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return delegate.getParentLogger();
    }
}
