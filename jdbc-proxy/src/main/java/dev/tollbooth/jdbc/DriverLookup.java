package dev.tollbooth.jdbc;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Finds the driver behind a URL: one that {@link DriverManager} has, or one that only the thread's context class
 * loader sees. Nothing is kept, so no class loader is.
 */
final class DriverLookup {

    private DriverLookup() {}

    /**
     * Returns the first driver that accepts the delegate's URL.
     *
     * @throws SQLException if there is none; names the sub-protocol and the drivers there are, never the URL
     */
    static Driver find(TollboothUrl url) throws SQLException {
        List<Driver> known = new ArrayList<>(Collections.list(DriverManager.getDrivers()));
        Driver found = accepting(known, url);
        if (found == null) {
            List<Driver> ofContext = ofContextLoader();
            known.addAll(ofContext);
            found = accepting(ofContext, url);
        }
        if (found == null) {
            throw url.noDriver(known);
        }
        return found;
    }

    private static @Nullable Driver accepting(List<Driver> drivers, TollboothUrl url) {
        for (Driver driver : drivers) {
            if (!(driver instanceof TollboothDriver) && accepts(driver, url)) {
                return driver;
            }
        }
        return null;
    }

    private static boolean accepts(Driver driver, TollboothUrl url) {
        try {
            return driver.acceptsURL(url.delegateUrl());
        } catch (SQLException | RuntimeException e) {
            // not this driver's URL: some throw where JDBC says to return false
            return false;
        }
    }

    private static List<Driver> ofContextLoader() {
        List<Driver> result = new ArrayList<>();
        Iterator<Driver> drivers = ServiceLoader.load(Driver.class).iterator();
        boolean more = true;
        while (more) {
            try {
                more = drivers.hasNext();
                if (more) {
                    result.add(drivers.next());
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                // a broken driver on the class path is not this application's concern: go on with the next
                more = true;
            }
        }
        return result;
    }
}
