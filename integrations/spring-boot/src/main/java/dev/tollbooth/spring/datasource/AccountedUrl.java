package dev.tollbooth.spring.datasource;

import dev.tollbooth.jdbc.TollboothDriver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * A pool's URL, as it is to be for its connections to be accounted.
 *
 * @param url with the prefix; may hold a password, so it is never shown
 * @param hasOwnSettings whether it names settings of Tollbooth, which then choose its instance
 */
record AccountedUrl(String url, boolean hasOwnSettings) {

    static final String DRIVER = TollboothDriver.class.getName();

    private static final String JDBC = "jdbc:";
    private static final String PREFIX = "jdbc:tollbooth:";
    private static final Pattern SETTING = Pattern.compile("[?&;:]\\s*tollbooth\\.", Pattern.CASE_INSENSITIVE);

    /**
     * Returns the URL to use, null where the driver that the pool would take is not the one that Tollbooth would find.
     *
     * @param driverClass that the pool is to use, null where it goes by the URL
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

    /** Whether {@link DriverManager}'s choice for the URL is the pool's: a driver that is not registered is its alone. */
    private static boolean isFound(String url, @Nullable String driverClass) {
        try {
            if (driverClass != null) {
                // the pool would load it, which is when a driver registers itself
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

    /** Returns nothing of the URL. */
    @Override
    public String toString() {
        return "AccountedUrl";
    }
}
