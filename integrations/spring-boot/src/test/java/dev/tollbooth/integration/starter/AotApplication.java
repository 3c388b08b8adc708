package dev.tollbooth.integration.starter;

import dev.tollbooth.jdbc.Tollbooth;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * An application that executes statements and prints their number and Tollbooth's count; {@link AheadOfTimeIT}
 * processes it ahead of time.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class AotApplication {

    /** Runs the application, with the generated beans if {@code spring.aot.enabled} is set. */
    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(AotApplication.class, args)) {
            int sent = new SentStatements(context.getBean(JdbcTemplate.class)).run();
            System.out.println("generated=" + AotDetector.useGeneratedArtifacts() + " sent=" + sent + " counted="
                    + context.getBean(Tollbooth.class).statements().executions());
        }
    }
}
