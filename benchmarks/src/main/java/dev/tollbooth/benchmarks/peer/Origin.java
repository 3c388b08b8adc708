package dev.tollbooth.benchmarks.peer;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * A driver and its URL, without a wrapper.
 *
 * @param driver the driver itself
 * @param url the URL that {@code driver} accepts
 */
public record Origin(Driver driver, String url) {

    /** Returns the registered driver of {@code url}. */
    public static Origin of(String url) throws SQLException {
        return new Origin(DriverManager.getDriver(url), url);
    }

    /** Opens a connection without a wrapper. */
    public Connection connect() throws SQLException {
        return connect(new Properties());
    }

    /** Opens a connection with {@code properties}. */
    Connection connect(Properties properties) throws SQLException {
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException(
                    "driver does not know its URL: driver=" + driver.getClass().getName());
        }
        return connection;
    }
}
