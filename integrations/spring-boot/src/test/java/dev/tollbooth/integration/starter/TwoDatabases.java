package dev.tollbooth.integration.starter;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** Applications with two databases, and with data sources that delegate to others. */
final class TwoDatabases {

    private TwoDatabases() {}

    private static HikariDataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(BootDatabase.H2.url());
        pool.setUsername("sa");
        return pool;
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class SideBySide {
        @Bean
        @Primary
        HikariDataSource orders() {
            return pool();
        }

        @Bean
        HikariDataSource reportPool() {
            return pool();
        }

        @Bean
        JdbcTemplate ordersTemplate(@Qualifier("orders") HikariDataSource orders) {
            return new JdbcTemplate(orders);
        }

        @Bean
        JdbcTemplate reportTemplate(@Qualifier("reportPool") HikariDataSource reportPool) {
            return new JdbcTemplate(reportPool);
        }
    }

    /** One pool is a bean, and has a proxy of Spring's in front. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Delegated {
        @Bean
        HikariDataSource pool() {
            return TwoDatabases.pool();
        }

        @Bean
        @Primary
        LazyConnectionDataSourceProxy lazy(HikariDataSource pool) {
            return new LazyConnectionDataSourceProxy(pool);
        }
    }

    /** Both pools are beans. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class RoutedBeans {
        @Bean
        HikariDataSource one() {
            return pool();
        }

        @Bean
        HikariDataSource two() {
            return pool();
        }

        @Bean
        @Primary
        Route routing(@Qualifier("one") HikariDataSource one, @Qualifier("two") HikariDataSource two) {
            return new Route(one, two);
        }
    }

    /** Only the routing data source has the pools. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class RoutedAlone {
        @Bean
        Route routing() {
            return new Route(pool(), pool());
        }
    }

    /** A routing data source that uses the second database if the thread asks for it. */
    static class Route extends AbstractRoutingDataSource {

        private final ThreadLocal<String> key = ThreadLocal.withInitial(() -> "one");

        Route(DataSource one, DataSource two) {
            setTargetDataSources(Map.of("one", one, "two", two));
            setDefaultTargetDataSource(one);
        }

        void use(String target) {
            key.set(target);
        }

        @Override
        protected Object determineCurrentLookupKey() {
            return key.get();
        }
    }
}
