package dev.tollbooth.integration.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ConfigurableApplicationContext;

/** Tests a Spring Boot application without the starter. */
@Tag("jdk")
final class SpringBootIT {
    @Test
    void application_urlWithPrefixAndDriverClass_seesSameAsDirect() throws SQLException {
        List<String> direct = run("jdbc:h2:mem:boot_direct", "org.h2.Driver");
        List<String> through = run("jdbc:tollbooth:h2:mem:boot_through", "dev.tollbooth.jdbc.TollboothDriver");
        assertThat(direct).as("lines of the application").hasSizeGreaterThan(10);
        assertThat(through).containsExactlyElementsOf(direct);
    }

    @SuppressWarnings("unchecked")
    private static List<String> run(String url, String driverClass) throws SQLException {
        SpringApplication application = new SpringApplication(ParcelApplication.class);
        try (ConfigurableApplicationContext context = application.run(
                "--spring.datasource.url=" + url,
                "--spring.datasource.driver-class-name=" + driverClass,
                "--spring.sql.init.mode=always",
                "--spring.flyway.enabled=false",
                "--spring.liquibase.enabled=false",
                "--spring.main.web-application-type=none",
                "--spring.autoconfigure.exclude=dev.tollbooth.spring.TollboothAutoConfiguration",
                "--spring.main.banner-mode=off")) {
            assertThat(SpringBootVersion.getVersion()).startsWith(System.getProperty("boot.major"));
            HikariDataSource pool = context.getBean(HikariDataSource.class);
            assertThat(pool.getDriverClassName()).isEqualTo(driverClass);
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getMetaData().getURL()).startsWith("jdbc:h2:mem:boot_");
            }
            return (List<String>) context.getBean("log");
        }
    }
}
