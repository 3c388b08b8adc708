package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests beans that are created by code generated at build time, as by {@code process-aot}, on a JVM. */
@Tag("slow")
final class AheadOfTimeIT {

    private static final String CLASS_PATH = System.getProperty("java.class.path");

    @TempDir
    Path directory;

    @Test
    void application_processedAheadOfTime_countsEachStatement() throws Exception {
        Path sources = directory.resolve("sources");
        Path classes = directory.resolve("classes");
        List<String> process = new ArrayList<>(List.of(
                "org.springframework.boot.SpringApplicationAotProcessor",
                AotApplication.class.getName(),
                sources.toString(),
                directory.resolve("resources").toString(),
                classes.toString(),
                "dev.tollbooth",
                "aot"));
        process.addAll(arguments());
        ForkedJava.run(directory, CLASS_PATH, process);
        compile(sources, classes);

        List<String> start = new ArrayList<>(List.of("-Dspring.aot.enabled=true", AotApplication.class.getName()));
        start.addAll(arguments());
        String generated = classes + File.pathSeparator + directory.resolve("resources") + File.pathSeparator;
        assertThat(ForkedJava.run(directory, generated + CLASS_PATH, start))
                .contains("generated=true sent=33 counted=33")
                .contains("dataSource (HikariDataSource, by its URL, instance default)");
    }

    private static List<String> arguments() {
        return List.of(
                "--spring.main.web-application-type=none",
                "--spring.sql.init.mode=never",
                "--spring.flyway.enabled=false",
                "--spring.liquibase.enabled=false",
                "--spring.datasource.url=jdbc:h2:mem:aot");
    }

    private static void compile(Path sources, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-nowarn", "-proc:none", "-cp", classes + File.pathSeparator + CLASS_PATH, "-d"));
        arguments.add(classes.toString());
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).isZero();
    }
}
