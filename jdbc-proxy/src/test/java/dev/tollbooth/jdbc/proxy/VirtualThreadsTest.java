package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No virtual thread is pinned by Tollbooth. Before JDK 24 each lock of H2's would pin one. */
@EnabledForJreRange(minVersion = 24)
class VirtualThreadsTest {

    @ParameterizedTest
    @ValueSource(strings = {VirtualThreadsMain.BEFORE, "connection-first"})
    void statements_onTenThousandVirtualThreadsWithARecording_pinNone(String order, @TempDir Path directory)
            throws Exception {
        File out = directory.resolve("out").toFile();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djdk.virtualThreadScheduler.parallelism=8", // first uses meet more often
                        "-cp",
                        System.getProperty("java.class.path"),
                        VirtualThreadsMain.class.getName(),
                        directory.resolve("pinned.jfr").toString(),
                        order)
                .redirectErrorStream(true)
                .redirectOutput(out)
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ended").isTrue();
        assertThat(Files.readString(out.toPath()))
                .contains("rows=10000")
                .containsPattern("statements=1000[01]\\b")
                .doesNotContain("pinned by Tollbooth");
    }
}
