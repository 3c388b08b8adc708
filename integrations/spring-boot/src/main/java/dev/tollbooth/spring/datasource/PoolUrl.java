package dev.tollbooth.spring.datasource;

import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDriver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.commons.dbcp2.BasicDataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** An adapter of a kind of pool that sets an accounted URL in a pool before it starts; the bean stays the same. */
sealed interface PoolUrl {

    /**
     * Adds the prefix to the pool's URL, and sets Tollbooth's driver class.
     *
     * @param bean any bean
     * @param tollbooth a supplier of the instance, called only if the pool is changed and has no settings of Tollbooth
     *     itself
     * @return the name of the instance for the log; null if nothing was changed, because {@code bean} is no such pool,
     *     has started, or has no usable URL
     */
    @Nullable
    String account(Object bean, Supplier<Tollbooth> tollbooth);

    /** Adds the instance to a pool's properties, unless the pool's own settings choose one; returns it for the log. */
    private static String choose(
            boolean hasOwnSettings, Supplier<Tollbooth> tollbooth, BiConsumer<String, String> properties) {
        if (hasOwnSettings) {
            return "instance by its own settings";
        }
        Tollbooth instance = tollbooth.get();
        instance.connectionProperties().forEach(properties);
        return "instance " + instance.name();
    }

    /** The adapter of HikariCP. */
    final class Hikari implements PoolUrl {

        @Override
        public @Nullable String account(Object bean, Supplier<Tollbooth> tollbooth) {
            if (!(bean instanceof HikariDataSource pool)
                    || pool.isRunning()
                    || pool.isClosed()
                    || pool.getDataSource() != null
                    || pool.getDataSourceClassName() != null) {
                return null;
            }
            AccountedUrl url = AccountedUrl.of(pool.getJdbcUrl(), pool.getDriverClassName());
            if (url == null) {
                return null;
            }
            pool.setDriverClassName(AccountedUrl.DRIVER); // throws and changes nothing if the pool can't load it
            boolean hasOwnSettings = url.hasOwnSettings()
                    || pool.getDataSourceProperties().stringPropertyNames().stream()
                            .anyMatch(name -> name.startsWith("tollbooth."));
            String by = choose(hasOwnSettings, tollbooth, pool::addDataSourceProperty);
            pool.setJdbcUrl(url.url());
            return by;
        }
    }

    /** The adapter of Commons DBCP 2. */
    final class Dbcp2 implements PoolUrl {

        @Override
        public @Nullable String account(Object bean, Supplier<Tollbooth> tollbooth) {
            if (!(bean instanceof BasicDataSource pool)
                    || pool.getConnectionPool() != null
                    || pool.isClosed()
                    || pool.getDriver() != null) {
                return null;
            }
            AccountedUrl url = AccountedUrl.of(pool.getUrl(), pool.getDriverClassName());
            if (url == null) {
                return null;
            }
            String by = choose(url.hasOwnSettings(), tollbooth, pool::addConnectionProperty);
            pool.setDriverClassName(AccountedUrl.DRIVER);
            pool.setUrl(url.url());
            return by;
        }
    }

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
         * Returns the URL to set in a pool. Null if {@code url} is no JDBC URL, or {@link DriverManager} would not find
         * the pool's driver.
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
}
