package dev.tollbooth.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A driver's own connection of a URL. A class, since a lambda's would be made anew as each application starts.
 *
 * @param url may hold a password
 */
record DriverConnecting(Driver driver, String url, Properties properties) implements Connecting<Connection> {

    @Override
    public @Nullable Connection connect() throws SQLException {
        return driver.connect(url, properties);
    }

    /** Shows no URL, which may hold a password. */
    @Override
    public String toString() {
        return driver.toString();
    }
}
