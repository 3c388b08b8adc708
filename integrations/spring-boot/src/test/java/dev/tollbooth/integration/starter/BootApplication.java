package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A builder of an application for these tests: without a web server, and without the features of its class path that it
 * does not ask for.
 */
final class BootApplication {

    private final Class<?> configuration;
    private final List<String> arguments = new ArrayList<>(
            List.of("--spring.main.banner-mode=off", "--spring.sql.init.mode=never", "--spring.jta.enabled=false"));
    private String migrations = "";
    private final List<ApplicationContextInitializer<?>> initializers = new ArrayList<>();
    private WebApplicationType type = WebApplicationType.NONE;

    private BootApplication(Class<?> configuration) {
        this.configuration = configuration;
    }

    static BootApplication of(Class<?> configuration) {
        return new BootApplication(configuration);
    }

    /** Adds properties, each of which may be given once. */
    BootApplication with(String... properties) {
        for (String property : properties) {
            arguments.add("--" + property);
        }
        return this;
    }

    BootApplication with(ApplicationContextInitializer<?> initializer) {
        initializers.add(initializer);
        return this;
    }

    BootApplication at(BootDatabase database) {
        return with(
                "spring.datasource.url=" + database.url(),
                "spring.datasource.username=" + database.user,
                "spring.datasource.password=" + database.password);
    }

    /** Adds a migration with one tool, with a table whose name contains the tool's. */
    BootApplication migrating(String tool) {
        migrations = tool;
        return this;
    }

    BootApplication web() {
        type = WebApplicationType.SERVLET;
        return with("server.port=0");
    }

    BootApplication reactive() {
        type = WebApplicationType.REACTIVE;
        return with("server.port=0");
    }

    ConfigurableApplicationContext start() {
        with(
                "spring.flyway.enabled=" + migrations.equals("flyway"),
                "spring.flyway.locations=classpath:migrations/flyway",
                "spring.flyway.baseline-on-migrate=true",
                "spring.liquibase.enabled=" + migrations.equals("liquibase"),
                "spring.liquibase.change-log=classpath:migrations/changelog.sql");
        assertThat(SpringBootVersion.getVersion()).startsWith(System.getProperty("boot.major"));
        return new SpringApplicationBuilder(configuration)
                .web(type)
                .initializers(initializers.toArray(ApplicationContextInitializer[]::new))
                .run(arguments.toArray(String[]::new));
    }

    /** Executes statements in the application, and checks that its accounts have each of them once. */
    static void expectExactCounts(ConfigurableApplicationContext context) {
        expectExactCounts(context.getBean(JdbcTemplate.class), context.getBean(Tollbooth.class));
    }

    static void expectExactCounts(JdbcTemplate jdbc, Tollbooth tollbooth) {
        long before = tollbooth.statements().executions();
        int sent = new SentStatements(jdbc).run();
        assertThat(tollbooth.statements().executions() - before).isEqualTo(sent);
    }
}
