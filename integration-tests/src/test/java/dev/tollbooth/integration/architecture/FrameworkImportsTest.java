package dev.tollbooth.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that each package of a jar for several frameworks names its own framework only, so an application needs no
 * other one.
 */
@Tag("check")
final class FrameworkImportsTest {

    private static final List<String> EVERYWHERE = List.of(
            "java.",
            "javax.sql.",
            "org.jspecify.",
            "com.google.errorprone.",
            "dev.tollbooth.jdbc.",
            "dev.tollbooth.statement.",
            "dev.tollbooth.internal.");

    @ParameterizedTest
    @CsvSource({
        "frameworks, flyway, org.flywaydb.",
        "frameworks, liquibase, liquibase.",
        "frameworks, micronaut, io.micronaut. jakarta.inject. jakarta.annotation. org.slf4j.",
        "frameworks, servlet, jakarta.servlet.",
        "telemetry, opentelemetry, io.opentelemetry. org.springframework.",
        "telemetry, prometheus, io.prometheus. io.micrometer. org.springframework."
    })
    void imports_ofAPackage_nameItsFrameworkOnly(String module, String name, String frameworks) throws IOException {
        Path sources =
                SourceSizesTest.PROJECT.resolve("integrations/" + module + "/src/main/java/dev/tollbooth/" + name);
        try (Stream<Path> files = Files.list(sources)) {
            for (Path file : files.toList()) {
                assertThat(Files.readAllLines(file).stream()
                                .filter(line -> line.startsWith("import "))
                                .map(line -> line.replaceFirst("^import (static )?", "")))
                        .as(file.getFileName().toString())
                        .allMatch(imported -> Stream.concat(EVERYWHERE.stream(), Stream.of(frameworks.split(" ")))
                                .anyMatch(imported::startsWith));
            }
        }
    }
}
