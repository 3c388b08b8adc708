package dev.tollbooth.integration.starter;

import dev.tollbooth.jdbc.Tollbooth;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Sends statements and prints what was sent and what was counted; processed ahead of time by {@link AheadOfTimeIT}. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class AotApplication {

    /** Runs it, on the beans that were generated where {@code spring.aot.enabled} says so. */
    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(AotApplication.class, args)) {
            int sent = new SentStatements(context.getBean(JdbcTemplate.class)).run();
            System.out.println("generated=" + AotDetector.useGeneratedArtifacts() + " sent=" + sent + " counted="
                    + context.getBean(Tollbooth.class).statements().executions());
        }
    }
}
