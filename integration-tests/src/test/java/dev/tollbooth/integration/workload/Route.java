package dev.tollbooth.integration.workload;

import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.TollboothXADataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.XADataSource;

/** The route of a statement to the database: by the driver itself, or through Tollbooth. */
public enum Route {
    DIRECT,
    TOLLBOOTH;

    private static final String DRIVER_CLASS = "dev.tollbooth.jdbc.TollboothDriver";

    /** Returns the URL that an application is configured with. */
    public String url(Endpoint endpoint) {
        String prefix = "jdbc:";
        return this == DIRECT
                ? endpoint.url()
                : "jdbc:tollbooth:" + endpoint.url().substring(prefix.length());
    }

    /** Returns the driver's class name that an application is configured with. */
    public String driverClass(Endpoint endpoint) {
        return this == DIRECT ? endpoint.database().driverClass() : DRIVER_CLASS;
    }

    /**
     * Opens a connection through Tollbooth, accounted by an instance of this name, which shows what only this test
     * does.
     */
    public static Connection connectNamed(Endpoint endpoint, String instance) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", endpoint.user());
        properties.setProperty("password", endpoint.password());
        properties.setProperty("tollbooth.name", instance);
        return DriverManager.getConnection(TOLLBOOTH.url(endpoint), properties);
    }

    /** Returns a source of XA connections. */
    public XADataSource xaDataSource(Endpoint endpoint) throws SQLException {
        XADataSource drivers = endpoint.driverXaDataSource();
        return this == DIRECT ? drivers : new TollboothXADataSource(drivers);
    }

    /** Opens a connection by DriverManager. */
    public Connection connect(Endpoint endpoint) throws SQLException {
        return DriverManager.getConnection(url(endpoint), endpoint.user(), endpoint.password());
    }
}
