package dev.tollbooth.internal.bean;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source for a URL, which connects through Tollbooth's own driver.
 *
 * <p>Thread-safe.
 */
public final class UrlDataSource implements DataSource {

    private final Driver driver;
    private final String url;
    private final Properties properties;
    private volatile @Nullable PrintWriter log;
    private volatile int loginTimeout;

    UrlDataSource(Driver driver, String url, Properties properties) {
        this.driver = driver;
        this.url = url;
        this.properties = properties;
    }

    @Override
    public @Nullable Connection getConnection() throws SQLException {
        return connect((Properties) properties.clone());
    }

    @Override
    public @Nullable Connection getConnection(@Nullable String user, @Nullable String password) throws SQLException {
        Properties others = (Properties) properties.clone();
        others.remove("user");
        others.remove("password");
        DelegateProperties.put(others, "user", user);
        DelegateProperties.put(others, "password", password);
        return connect(others);
    }

    private @Nullable Connection connect(Properties own) throws SQLException {
        int seconds = loginTimeout;
        if (seconds != 0) {
            own.putIfAbsent(DelegateProperties.LOGIN_TIMEOUT, Integer.toString(seconds));
        }
        return driver.connect(url, own);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return log;
    }

    /** Keeps the writer without using it, because drivers have none. */
    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        log = out;
    }

    /** Passes the timeout to the driver as the property {@code loginTimeout}; throws if the driver does not list it. */
    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        if (seconds != 0
                && Arrays.stream(driver.getPropertyInfo(url, (Properties) properties.clone()))
                        .noneMatch(info -> DelegateProperties.LOGIN_TIMEOUT.equals(info.name))) {
            throw new SQLFeatureNotSupportedException("driver has no property loginTimeout: seconds=" + seconds
                    + "; set the driver's own property for it among connectionProperties");
        }
        loginTimeout = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeout;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return driver.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("not wrapped here: type=" + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }

    @Override
    public String toString() {
        return "UrlDataSource"; // the URL may hold a password
    }
}
