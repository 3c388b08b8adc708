package dev.tollbooth.spring.datasource;

import dev.tollbooth.jdbc.TollboothDriver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * The URL of a pool with accounted connections.
 *
 * @param url the URL with the prefix; it may contain a password, so it is never shown
 * @param hasOwnSettings whether the URL has settings of Tollbooth, which then choose its instance
 */
record AccountedUrl(String url, boolean hasOwnSettings) {

    static final String DRIVER = TollboothDriver.class.getName();

    private static final String JDBC = "jdbc:";
    private static final String PREFIX = "jdbc:tollbooth:";
    private static final Pattern SETTING = Pattern.compile("[?&;:]\\s*tollbooth\\.", Pattern.CASE_INSENSITIVE);

    /**
     * Returns the URL to set in a pool. Null if {@code url} is no JDBC URL, or {@link DriverManager} would not find the
     * pool's driver.
     *
     * @param url the pool's URL; null if it has none
     * @param driverClass the class of the pool's driver; null if the URL decides
     */
    static @Nullable AccountedUrl of(@Nullable String url, @Nullable String driverClass) {
        if (url == null || !startsWith(url, JDBC)) {
            return null;
        }
        if (startsWith(url, PREFIX)) {
            return new AccountedUrl(url, SETTING.matcher(url).find());
        }
        return isFound(url, driverClass) ? new AccountedUrl(PREFIX + url.substring(JDBC.length()), false) : null;
    }

    /**
     * Returns whether {@link DriverManager} finds the pool's driver for the URL. It can't find a driver that is not
     * registered.
     */
    private static boolean isFound(String url, @Nullable String driverClass) {
        try {
            if (driverClass != null) {
                // loads the class, as the pool would, because the driver registers itself then
                Class.forName(driverClass, true, ClassUtils.getDefaultClassLoader());
            }
            String found = DriverManager.getDriver(url).getClass().getName();
            return driverClass == null || driverClass.equals(found);
        } catch (ClassNotFoundException | SQLException | LinkageError e) {
            return false;
        }
    }

    private static boolean startsWith(String url, String prefix) {
        return url.regionMatches(true, 0, prefix, 0, prefix.length());
    }

    /** Returns a text without the URL, which may contain a password. */
    @Override
    public String toString() {
        return "AccountedUrl";
    }
}
