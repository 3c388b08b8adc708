package dev.tollbooth.jdbc;

import dev.tollbooth.internal.settings.TollboothUrl;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * A lookup that finds the drivers of URLs: drivers of {@link DriverManager}, and drivers that only the thread's context
 * class loader sees. Nothing is cached, so no class loader is kept.
 */
final class DriverLookup {

    private DriverLookup() {}

    /** A question to a driver, whose answer is null if the driver does not accept the URL. */
    private interface Question<T> {

        @Nullable
        T ask(Driver driver) throws SQLException;
    }

    /**
     * Connects as {@link DriverManager} does: calls each driver until one connects, and returns that connection.
     * Drivers of the context class loader follow if no other driver accepts the URL.
     *
     * @throws SQLException the first exception of a driver; if no driver accepts the URL, one that names the
     *     sub-protocol and the drivers, never the URL
     */
    static Connection connect(TollboothUrl url, Properties properties) throws SQLException {
        return first(url, driver -> driver.connect(url.delegateUrl(), properties));
    }

    /**
     * Returns the first driver that accepts the URL.
     *
     * @throws SQLException the first exception of a driver, or as in {@link #connect} if none accepts the URL
     */
    static Driver accepting(TollboothUrl url) throws SQLException {
        return first(url, driver -> driver.acceptsURL(url.delegateUrl()) ? driver : null);
    }

    private static <T> T first(TollboothUrl url, Question<T> question) throws SQLException {
        List<Driver> known = registered();
        T found = first(known, question);
        if (found == null) {
            List<Driver> ofContext = ofContextLoader();
            known.addAll(ofContext);
            found = first(ofContext, question);
        }
        if (found == null) {
            throw url.noDriver(known);
        }
        return found;
    }

    private static <T> @Nullable T first(List<Driver> drivers, Question<T> question) throws SQLException {
        SQLException first = null;
        for (Driver driver : drivers) {
            try {
                T answer = question.ask(driver);
                if (answer != null) {
                    return answer;
                }
            } catch (SQLException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
        return null;
    }

    private static List<Driver> registered() {
        List<Driver> drivers = new ArrayList<>();
        for (Driver driver : Collections.list(DriverManager.getDrivers())) {
            if (!(driver instanceof TollboothDriver)) {
                drivers.add(driver);
            }
        }
        return drivers;
    }

    private static List<Driver> ofContextLoader() {
        List<Driver> result = new ArrayList<>();
        Iterator<Driver> drivers = ServiceLoader.load(Driver.class).iterator();
        boolean more = true;
        while (more) {
            try {
                more = drivers.hasNext();
                Driver driver = more ? drivers.next() : null;
                if (driver != null && !(driver instanceof TollboothDriver)) {
                    result.add(driver);
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                // continue after a broken driver on the class path, which is not this application's concern
                more = true;
            }
        }
        return result;
    }
}
