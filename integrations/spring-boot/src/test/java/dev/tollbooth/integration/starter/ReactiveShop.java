package dev.tollbooth.integration.starter;

import dev.tollbooth.jdbc.Tollbooth;
import java.security.Principal;
import java.util.concurrent.Callable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** A WebFlux application that executes JDBC on Reactor's threads for blocking work. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
public class ReactiveShop {

    private final JdbcTemplate jdbc;
    private final Tollbooth tollbooth;

    ReactiveShop(JdbcTemplate jdbc, Tollbooth tollbooth) {
        this.jdbc = jdbc;
        this.tollbooth = tollbooth;
    }

    @Bean
    static MapReactiveUserDetailsService users() {
        return new MapReactiveUserDetailsService(
                User.withUsername("ada").password("{noop}ada").roles("USER").build());
    }

    @Bean
    static SecurityWebFilterChain security(ServerHttpSecurity http) {
        return http.authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
                .httpBasic(Customizer.withDefaults())
                .build();
    }

    private static <T> Mono<T> blocking(Callable<T> call) {
        return Mono.fromCallable(call).subscribeOn(Schedulers.boundedElastic());
    }

    /** Executes without naming a user or origin. */
    @GetMapping("/orders/{id}")
    Mono<Integer> order(@PathVariable("id") int id) {
        return blocking(() -> jdbc.queryForObject("SELECT ? AS orders", Integer.class, id));
    }

    /** Names the user and origin on the thread that executes. */
    @GetMapping("/named/{id}")
    Mono<Integer> named(@PathVariable("id") int id, Principal user) {
        return blocking(() -> tollbooth.asUser(
                user.getName(),
                () -> tollbooth.withOrigin(
                        "GET /named/{id}", () -> jdbc.queryForObject("SELECT ? AS named", Integer.class, id))));
    }
}
