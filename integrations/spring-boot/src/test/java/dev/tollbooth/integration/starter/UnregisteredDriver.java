package dev.tollbooth.integration.starter;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver of {@code jdbc:unregistered:} URLs that is found by its class name only. */
public final class UnregisteredDriver implements Driver {

    private static final String PREFIX = "jdbc:unregistered:";

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        return acceptsURL(url) ? DriverManager.getConnection("jdbc:" + url.substring(PREFIX.length()), info) : null;
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("unregistered");
    }
}
