package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM of its own, for tests whose results the classes and the heap of other tests would change. */
public final class OwnJvm {

    private static final int PATIENCE_SECONDS = 300;

    private OwnJvm() {}

    /** Runs {@code main} on this class path and returns its output; fails if the exit code is not 0. */
    public static String run(List<String> options, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile(main.getSimpleName(), ".out");
        Process process = builder(options, main, arguments)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            String printed = Files.readString(output);
            assertThat(ended).as("ended: %s", printed).isTrue();
            assertThat(process.exitValue()).as(printed).isZero();
            return printed;
        } finally {
            process.destroyForcibly();
            Files.delete(output);
        }
    }

    /** Starts {@code main}; the caller reads its output. */
    public static Process start(List<String> options, Class<?> main, String... arguments) throws IOException {
        return builder(options, main, arguments).start();
    }

    private static ProcessBuilder builder(List<String> options, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }
}
