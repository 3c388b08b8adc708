package dev.tollbooth.spring.datasource;

import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.commons.dbcp2.BasicDataSource;
import org.jspecify.annotations.Nullable;

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
}
