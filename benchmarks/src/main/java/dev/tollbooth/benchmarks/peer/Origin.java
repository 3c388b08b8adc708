package dev.tollbooth.benchmarks.peer;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * A driver and the URL to ask it for, before anything wraps it.
 *
 * @param driver the driver itself
 * @param url what {@code driver} accepts
 */
public record Origin(Driver driver, String url) {

    /** Finds the driver of {@code url} among those registered. */
    public static Origin of(String url) throws SQLException {
        return new Origin(DriverManager.getDriver(url), url);
    }

    /** Opens a connection that nothing wraps. */
    public Connection connect() throws SQLException {
        return connect(new Properties());
    }

    /** Opens one with {@code properties}. */
    Connection connect(Properties properties) throws SQLException {
        Connection connection = driver.connect(url, properties);
        if (connection == null) {
            throw new SQLException(
                    "driver does not know its URL: driver=" + driver.getClass().getName());
        }
        return connection;
    }
}
