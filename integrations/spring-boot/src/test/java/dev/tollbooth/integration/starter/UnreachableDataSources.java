package dev.tollbooth.integration.starter;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** An application whose data sources can't be accounted. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class UnreachableDataSources {

    private static final String URL = BootDatabase.H2.url();

    /** A class of its own, which is neither a pool nor a proxy. */
    static final class Closed extends AbstractDataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return DriverManager.getConnection(URL, "sa", "");
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return DriverManager.getConnection(URL, user, password);
        }
    }

    /** A post-processor that needs a data source before any other bean. */
    private record Hurry(HikariDataSource early) implements BeanPostProcessor, PriorityOrdered {
        @Override
        public int getOrder() {
            return 0;
        }
    }

    @Bean
    @Primary
    Closed closed() {
        return new Closed();
    }

    @Bean
    static HikariDataSource early() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(URL);
        pool.setUsername("sa");
        return pool;
    }

    @Bean
    static Hurry hurry(HikariDataSource early) {
        return new Hurry(early);
    }
}
