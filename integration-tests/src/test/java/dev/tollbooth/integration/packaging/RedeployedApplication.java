package dev.tollbooth.integration.packaging;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;

/** What a container does with one deployment: it runs the application, then deregisters the drivers that it brought. Loaded anew for each. */
public final class RedeployedApplication implements Runnable {
    @Override
    public void run() {
        try {
            // DriverManager looks for service files once per JVM: later deployments name their driver
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
