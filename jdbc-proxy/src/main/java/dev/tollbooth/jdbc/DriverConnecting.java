package dev.tollbooth.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;

/**
 * A driver's own connection of a URL. A class, since a lambda's would be made anew as each application starts.
 *
 * @param properties what the driver gets
 */
record DriverConnecting(TollboothUrl url, Properties properties) implements Connecting<Connection> {

    @Override
    public Connection connect() throws SQLException {
        return DriverLookup.connect(url, properties);
    }

    /** Shows no property: one is the password. */
    @Override
    public String toString() {
        return url.toString();
    }
}
