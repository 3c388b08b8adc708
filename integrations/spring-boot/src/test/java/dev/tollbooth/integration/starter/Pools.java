package dev.tollbooth.integration.starter;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Applications with different kinds of pools. */
final class Pools {

    private Pools() {}

    /** The pool that Spring Boot creates. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OfBoot {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OwnHikari {
        @Bean
        HikariDataSource dataSource(Environment environment) {
            return new HikariDataSource(hikari(environment));
        }

        /** A bean that injects the pool by its class. */
        @Bean
        String nameOfThePool(HikariDataSource pool) {
            return pool.getPoolName();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OwnHikariNotStarted {
        @Bean
        HikariDataSource dataSource(Environment environment) {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl(environment.getRequiredProperty("spring.datasource.url"));
            pool.setUsername(environment.getRequiredProperty("spring.datasource.username"));
            pool.setPassword(environment.getProperty("spring.datasource.password", ""));
            return pool;
        }

        @Bean
        String nameOfThePool(HikariDataSource pool) {
            return pool.getPoolName();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class StartedDbcp2 {
        @Bean(destroyMethod = "close")
        BasicDataSource dataSource(Environment environment) throws Exception {
            BasicDataSource pool = new BasicDataSource();
            pool.setUrl(environment.getRequiredProperty("spring.datasource.url"));
            pool.setUsername(environment.getRequiredProperty("spring.datasource.username"));
            pool.setPassword(environment.getProperty("spring.datasource.password", ""));
            pool.start();
            return pool;
        }
    }

    static HikariConfig hikari(Environment environment) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(environment.getRequiredProperty("spring.datasource.url"));
        config.setUsername(environment.getRequiredProperty("spring.datasource.username"));
        config.setPassword(environment.getProperty("spring.datasource.password", ""));
        return config;
    }
}
