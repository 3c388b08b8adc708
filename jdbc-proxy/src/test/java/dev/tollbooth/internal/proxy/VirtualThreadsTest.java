package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.OwnJvm;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that Tollbooth pins no virtual thread once its classes are loaded. Before JDK 24, each lock of H2 would pin
 * one.
 */
@Tag("slow")
@EnabledForJreRange(minVersion = 24)
@Tag("jdk")
class VirtualThreadsTest {

    @ParameterizedTest
    @ValueSource(strings = {VirtualThreadsMain.BEFORE, "connection-first"})
    void statements_onTenThousandVirtualThreadsWithARecording_pinNone(String order, @TempDir Path directory)
            throws Exception {
        String output = OwnJvm.run(
                List.of("-Djdk.virtualThreadScheduler.parallelism=8"), // first uses meet more often
                VirtualThreadsMain.class,
                directory.resolve("pinned.jfr").toString(),
                order);
        assertThat(output)
                .contains("rows=10000")
                .containsPattern("statements=1000[123]\\b")
                .doesNotContain("pinned by Tollbooth");
    }
}
