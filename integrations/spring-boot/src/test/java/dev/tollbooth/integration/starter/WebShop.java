package dev.tollbooth.integration.starter;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A web application with users, one of whom can be made to wait in the middle of a statement. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
public class WebShop {

    /** The semaphore that ends the waiting statement; it is static because H2 calls a static method. */
    private static final Semaphore GO_ON = new Semaphore(0);

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;

    WebShop(JdbcTemplate jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transactions = new TransactionTemplate(transactions);
    }

    @Bean
    static InMemoryUserDetailsManager users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("ada").password("{noop}ada").roles("USER").build(),
                User.withUsername("bob").password("{noop}bob").roles("USER").build());
    }

    @Bean
    static SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(requests -> requests.requestMatchers("/open")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .httpBasic(Customizer.withDefaults())
                .build();
    }

    /** Implements the function {@code await_test} in H2. */
    public static int awaitTest() throws InterruptedException {
        return GO_ON.tryAcquire(1, TimeUnit.MINUTES) ? 1 : 0;
    }

    static void goOn() {
        GO_ON.release();
    }

    /** Waits in a statement. */
    @GetMapping("/slow")
    int slow() {
        jdbc.execute("CREATE ALIAS IF NOT EXISTS await_test FOR '" + WebShop.class.getName() + ".awaitTest'");
        return jdbc.queryForObject("SELECT await_test()", Integer.class);
    }

    /** Answers anonymous requests, too. */
    @GetMapping("/open")
    String open() {
        return jdbc.queryForObject("SELECT 'open'", String.class);
    }

    /** Executes on a thread without the request, as {@code @Async} does. */
    @GetMapping("/later")
    String later() {
        return CompletableFuture.supplyAsync(() -> jdbc.queryForObject("SELECT 'later'", String.class))
                .join();
    }

    /** Reads each line of an order with a statement of its own. */
    @GetMapping("/orders/{id}")
    int order(@PathVariable("id") int id) {
        return transactions.execute(status -> {
            int sum = 0;
            for (int line = 0; line < 12; line++) {
                sum += jdbc.queryForObject("SELECT ? + ? AS line", Integer.class, id, line);
            }
            return sum;
        });
    }

    @GetMapping("/orders")
    int orders() {
        return jdbc.queryForList("SELECT x FROM SYSTEM_RANGE(1, 7)").size();
    }
}
