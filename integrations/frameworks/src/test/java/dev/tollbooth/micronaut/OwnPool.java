package dev.tollbooth.micronaut;

import com.zaxxer.hikari.HikariDataSource;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Named;
import jakarta.inject.Singleton;

/** A pool that an application declares and injects by its own class. */
@Factory
@Requires(property = "own.pool")
final class OwnPool {
    @Bean(preDestroy = "close")
    @Singleton
    @Named("own")
    HikariDataSource pool() {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:own");
        return pool;
    }
}
