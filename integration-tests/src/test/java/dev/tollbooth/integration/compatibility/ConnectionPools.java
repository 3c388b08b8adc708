package dev.tollbooth.integration.compatibility;

import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.tomcat.jdbc.pool.PoolProperties;
import org.vibur.dbcp.ViburDBCPDataSource;

/** Connection pools with three connections, and a cache of statements if the pool has one. */
final class ConnectionPools {
    private static final int SIZE = 3;
    private static final String DRIVER = "dev.tollbooth.jdbc.TollboothDriver";

    private ConnectionPools() {}

    static List<TriedProduct> all() {
        return List.of(
                pool("HikariCP", HikariDataSource.class, ConnectionPools::hikari),
                pool("Tomcat JDBC", org.apache.tomcat.jdbc.pool.DataSource.class, ConnectionPools::tomcat),
                pool("DBCP2", BasicDataSource.class, ConnectionPools::dbcp2),
                pool("c3p0", ComboPooledDataSource.class, ConnectionPools::c3p0),
                pool("Agroal", io.agroal.pool.DataSource.class, ConnectionPools::agroal),
                pool("Vibur", ViburDBCPDataSource.class, ConnectionPools::vibur));
    }

    /** A function that opens a pool for a URL. */
    private interface Opening {
        DataSource open(String url) throws Exception;
    }

    private static TriedProduct pool(String name, Class<?> of, Opening opening) {
        return TriedProduct.of("pool", name, of, prefix -> {
            DataSource pool = opening.open(TriedProduct.newH2(prefix));
            try (AutoCloseable closing = () -> close(pool)) {
                return Optional.of(PlainWork.run(pool));
            }
        });
    }

    private static DataSource hikari(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setUsername("sa");
        config.setMaximumPoolSize(SIZE);
        return new HikariDataSource(config);
    }

    private static DataSource tomcat(String url) {
        PoolProperties properties = new PoolProperties();
        properties.setUrl(url);
        properties.setDriverClassName(DRIVER);
        properties.setUsername("sa");
        properties.setMaxActive(SIZE);
        // these interceptors put their own proxies around statements, and the last one caches them
        properties.setJdbcInterceptors("ConnectionState;StatementFinalizer;StatementCache");
        return new org.apache.tomcat.jdbc.pool.DataSource(properties);
    }

    private static DataSource dbcp2(String url) {
        BasicDataSource pool = new BasicDataSource();
        pool.setUrl(url);
        pool.setUsername("sa");
        pool.setMaxTotal(SIZE);
        pool.setPoolPreparedStatements(true);
        return pool;
    }

    private static DataSource c3p0(String url) throws Exception {
        ComboPooledDataSource pool = new ComboPooledDataSource();
        pool.setDriverClass(DRIVER);
        pool.setJdbcUrl(url);
        pool.setUser("sa");
        pool.setPassword("");
        pool.setInitialPoolSize(1);
        pool.setMinPoolSize(1);
        pool.setMaxPoolSize(SIZE);
        pool.setMaxStatements(20);
        return pool;
    }

    private static DataSource agroal(String url) throws Exception {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(SIZE)
                        .acquisitionTimeout(Duration.ofSeconds(20))
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url)
                                .principal(new NamePrincipal("sa"))
                                .credential(new SimplePassword("")))));
    }

    private static DataSource vibur(String url) {
        ViburDBCPDataSource pool = new ViburDBCPDataSource();
        pool.setDriverClassName(DRIVER);
        pool.setJdbcUrl(url);
        pool.setUsername("sa");
        pool.setPassword("");
        pool.setPoolInitialSize(1);
        pool.setPoolMaxSize(SIZE);
        pool.setStatementCacheMaxSize(20);
        pool.start();
        return pool;
    }

    private static void close(DataSource pool) throws Exception {
        if (pool instanceof org.apache.tomcat.jdbc.pool.DataSource tomcat) {
            tomcat.close(true);
        } else {
            ((AutoCloseable) pool).close();
        }
    }
}
