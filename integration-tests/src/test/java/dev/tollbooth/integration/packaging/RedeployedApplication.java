package dev.tollbooth.integration.packaging;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;

/**
 * The steps of a container for one deployment: it runs the application, and deregisters the application's drivers. The
 * class is loaded again for each.
 */
public final class RedeployedApplication implements Runnable {
    @Override
    public void run() {
        try {
            // DriverManager searches service files once in a JVM, so later deployments name their driver
            Class.forName("dev.tollbooth.jdbc.TollboothDriver");
            SmallApplication.run();
            for (Driver driver : Collections.list(DriverManager.getDrivers())) {
                if (driver.getClass().getClassLoader() == getClass().getClassLoader()) {
                    DriverManager.deregisterDriver(driver);
                }
            }
        } catch (SQLException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
