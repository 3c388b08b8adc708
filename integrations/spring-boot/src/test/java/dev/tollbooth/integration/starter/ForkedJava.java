package dev.tollbooth.integration.starter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own. */
final class ForkedJava {

    private ForkedJava() {}

    /**
     * Runs {@code command}, which has options, class and arguments, to its end for at most two minutes; returns its
     * output.
     */
    static String run(Path directory, String classPath, List<String> command) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath));
        all.addAll(command);
        Path output = Files.createTempFile(directory, "output", ".txt");
        Process process = new ProcessBuilder(all)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String printed = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }
}
