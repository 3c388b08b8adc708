package dev.tollbooth.integration.pool;

import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;

/** A connection pool of at most four connections. */
public enum Pool {
    HIKARI_BY_URL {
        @Override
        DataSource open(Route route, Endpoint endpoint) {
            return hikari(route, endpoint, null);
        }
    },
    HIKARI_BY_DRIVER_CLASS {
        @Override
        DataSource open(Route route, Endpoint endpoint) {
            return hikari(route, endpoint, route.driverClass(endpoint));
        }
    },
    TOMCAT {
        @Override
        DataSource open(Route route, Endpoint endpoint) {
            PoolProperties properties = new PoolProperties();
            properties.setUrl(route.url(endpoint));
            properties.setDriverClassName(route.driverClass(endpoint));
            properties.setUsername(endpoint.user());
            properties.setPassword(endpoint.password());
            properties.setMaxActive(SIZE);
            properties.setTestOnBorrow(true);
            properties.setValidationQuery("SELECT 1");
            // these put proxies of their own round statements
            properties.setJdbcInterceptors("ConnectionState;StatementFinalizer");
            return new org.apache.tomcat.jdbc.pool.DataSource(properties);
        }
    },
    DBCP2 {
        @Override
        DataSource open(Route route, Endpoint endpoint) {
            BasicDataSource pool = new BasicDataSource();
            pool.setUrl(route.url(endpoint));
            pool.setDriverClassName(route.driverClass(endpoint));
            pool.setUsername(endpoint.user());
            pool.setPassword(endpoint.password());
            pool.setMaxTotal(SIZE);
            pool.setPoolPreparedStatements(true);
            pool.setAccessToUnderlyingConnectionAllowed(true);
            return pool;
        }
    },
    C3P0 {
        @Override
        DataSource open(Route route, Endpoint endpoint) throws Exception {
            ComboPooledDataSource pool = new ComboPooledDataSource();
            pool.setJdbcUrl(route.url(endpoint));
            pool.setDriverClass(route.driverClass(endpoint));
            pool.setUser(endpoint.user());
            pool.setPassword(endpoint.password());
            pool.setInitialPoolSize(1);
            pool.setMinPoolSize(1);
            pool.setMaxPoolSize(SIZE);
            pool.setMaxStatements(20);
            return pool;
        }
    },
    AGROAL {
        @Override
        DataSource open(Route route, Endpoint endpoint) throws Exception {
            return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                    .connectionPoolConfiguration(pool -> pool.maxSize(SIZE)
                            .acquisitionTimeout(Duration.ofSeconds(20))
                            .connectionFactoryConfiguration(factory -> factory.jdbcUrl(route.url(endpoint))
                                    .connectionProviderClassName(route.driverClass(endpoint))
                                    .principal(new NamePrincipal(endpoint.user()))
                                    .credential(new SimplePassword(endpoint.password())))));
        }
    };

    /** The most connections of a pool. */
    static final int SIZE = 4;

    /** Opens the pool; the caller closes it. */
    abstract DataSource open(Route route, Endpoint endpoint) throws Exception;

    /** Opens a HikariCP pool, by URL alone if no class is given. */
    public static HikariDataSource hikari(Route route, Endpoint endpoint, String driverClass) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(route.url(endpoint));
        if (driverClass != null) {
            config.setDriverClassName(driverClass);
        }
        config.setUsername(endpoint.user());
        config.setPassword(endpoint.password());
        config.setMaximumPoolSize(SIZE);
        return new HikariDataSource(config);
    }
}
