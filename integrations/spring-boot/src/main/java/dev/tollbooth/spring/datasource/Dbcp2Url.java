package dev.tollbooth.spring.datasource;

import dev.tollbooth.jdbc.Tollbooth;
import java.util.function.Supplier;
import org.apache.commons.dbcp2.BasicDataSource;
import org.jspecify.annotations.Nullable;

/** The adapter of a pool of Commons DBCP 2. */
final class Dbcp2Url implements PoolUrl {

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
        String by = BY_ITS_OWN_SETTINGS;
        if (!url.hasOwnSettings()) {
            Tollbooth instance = tollbooth.get();
            instance.connectionProperties().forEach(pool::addConnectionProperty);
            by = "instance " + instance.name();
        }
        pool.setDriverClassName(AccountedUrl.DRIVER);
        pool.setUrl(url.url());
        return by;
    }
}
