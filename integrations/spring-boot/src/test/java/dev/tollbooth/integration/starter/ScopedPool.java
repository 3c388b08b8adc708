package dev.tollbooth.integration.starter;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.springframework.beans.factory.config.CustomScopeConfigurer;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.SimpleThreadScope;

/**
 * An application whose pool is created again in each scope, as by Spring Cloud's refresh; a proxy leads to the current
 * one.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class ScopedPool {

    @Bean
    static CustomScopeConfigurer threads() {
        CustomScopeConfigurer scopes = new CustomScopeConfigurer();
        scopes.addScope("thread", new SimpleThreadScope());
        return scopes;
    }

    @Bean(destroyMethod = "close")
    @Scope(scopeName = "thread", proxyMode = ScopedProxyMode.TARGET_CLASS)
    HikariDataSource dataSource() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(BootDatabase.H2.url());
        config.setUsername("sa");
        return new HikariDataSource(config);
    }
}
