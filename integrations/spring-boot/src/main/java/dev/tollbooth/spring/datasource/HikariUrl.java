package dev.tollbooth.spring.datasource;

import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.jdbc.Tollbooth;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The adapter of a HikariCP pool. */
final class HikariUrl implements PoolUrl {

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
        String by = BY_ITS_OWN_SETTINGS;
        if (!hasOwnSettings) {
            Tollbooth instance = tollbooth.get();
            instance.connectionProperties().forEach(pool::addDataSourceProperty);
            by = "instance " + instance.name();
        }
        pool.setJdbcUrl(url.url());
        return by;
    }
}
