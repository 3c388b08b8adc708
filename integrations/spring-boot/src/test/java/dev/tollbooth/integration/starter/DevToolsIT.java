package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests DevTools, which restarts the application in the same JVM with a new class loader for its own classes. */
@Tag("slow")
@Tag("jdk")
final class DevToolsIT {

    @TempDir
    Path directory;

    @Test
    void application_restartedByDevTools_hasOneInstanceThatCountsAnew() throws Exception {
        String classPath =
                System.getProperty("java.class.path") + File.pathSeparator + System.getProperty("devtools.jar");
        String printed = ForkedJava.run(
                directory,
                classPath,
                List.of(
                        DevToolsApplication.class.getName(),
                        "--spring.main.web-application-type=none",
                        "--spring.sql.init.mode=never",
                        "--spring.flyway.enabled=false",
                        "--spring.liquibase.enabled=false",
                        "--spring.datasource.url=jdbc:h2:mem:devtools;DB_CLOSE_DELAY=-1",
                        "--tollbooth.name=restarted"));
        assertThat(printed.lines().filter(line -> line.startsWith("start=")))
                .containsExactly(
                        "start=1 loader=RestartClassLoader sent=33 counted=33 instances=[restarted]",
                        "start=2 loader=RestartClassLoader sent=33 counted=33 instances=[restarted]",
                        "start=3 loader=RestartClassLoader sent=33 counted=33 instances=[restarted]");
    }
}
