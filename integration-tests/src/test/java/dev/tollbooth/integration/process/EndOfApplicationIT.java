package dev.tollbooth.integration.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that an application ends with its own threads, whatever is open: no thread of Tollbooth keeps the JVM alive.
 */
@Tag("jdk")
final class EndOfApplicationIT {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "console.listen=PORT",
                "prometheus.listen=PORT",
                "sql.listen=PORT sql.user=reader sql.password=a-long-password",
                "grpc.listen=PORT",
                "report.dir=DIRECTORY report.hlog=on",
                "report.otlp=http://127.0.0.1:1/v1/metrics",
                "grpc.agent=127.0.0.1:1",
                "memory.query-limit=64MB cpu-time=on slow.threshold=1s"
            })
    void application_ofOneStatement_ends(String settings) throws Exception {
        List<String> options = new ArrayList<>();
        for (String setting : settings.replace("DIRECTORY", directory.toString())
                .replace("PORT", Integer.toString(FreePort.find()))
                .split(" ", -1)) {
            options.add("-Dtollbooth." + setting);
        }
        ProcessBuilder command = ForkedJvm.command(
                List.of(),
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .map(Path::of)
                        .toList(),
                ShortApplication.class);
        command.environment().put("JDK_JAVA_OPTIONS", String.join(" ", options));
        String printed = ForkedJvm.finished(command.redirectErrorStream(true), ShortApplication.class);
        assertThat(printed)
                .contains("counted=1")
                .doesNotContain("setting ignored")
                .doesNotContain("not on the class path");
    }
}
