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

    /** Ends the statement that waits: H2 calls a static method. */
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
                .authorizeHttpRequests(requests ->
                        requests.requestMatchers("/open").permitAll().anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults())
                .build();
    }

    /** H2's function {@code await_test}. */
    public static int awaitTest() throws InterruptedException {
        return GO_ON.tryAcquire(1, TimeUnit.MINUTES) ? 1 : 0;
    }

    static void goOn() {
        GO_ON.release();
    }

    /** Waits within a statement. */
    @GetMapping("/slow")
    int slow() {
        jdbc.execute("CREATE ALIAS IF NOT EXISTS await_test FOR '" + WebShop.class.getName() + ".awaitTest'");
        return jdbc.queryForObject("SELECT await_test()", Integer.class);
    }

    /** Also for who is not known. */
    @GetMapping("/open")
    String open() {
        return jdbc.queryForObject("SELECT 'open'", String.class);
    }

    /** On a thread that knows nothing of the request, as {@code @Async} has it. */
    @GetMapping("/later")
    String later() {
        return CompletableFuture.supplyAsync(() -> jdbc.queryForObject("SELECT 'later'", String.class))
                .join();
    }

    /** Reads each of its lines by a statement of its own. */
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
