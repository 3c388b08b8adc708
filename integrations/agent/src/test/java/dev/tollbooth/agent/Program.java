package dev.tollbooth.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM, with its output and its exit code. */
final class Program implements AutoCloseable {

    private static final long LONGEST_SECONDS = 120;

    private final Process process;
    private final Path output;

    private Program(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts a JVM of this version with these arguments. */
    static Program java(Path directory, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(Arrays.asList(arguments));
        try {
            Path output = Files.createTempFile(directory, "output", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("OTEL_") || name.startsWith("TOLLBOOTH_"));
            builder.environment().put("REDGATE_DISABLE_TELEMETRY", "true"); // Flyway's: it would use the network
            return new Program(
                    builder.redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start(),
                    output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Returns the output so far. */
    String output() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the output contains a text. */
    void await(String text) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!output().contains(text)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new AssertionError("no " + text + " in: " + output());
            }
            process.waitFor(20, TimeUnit.MILLISECONDS);
        }
    }

    /** Sends a line to a program that waits for it. */
    void enter() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    /** Waits for a successful end; returns the whole output. */
    String finished() throws InterruptedException {
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new AssertionError("not ended well: " + output());
        }
        return output();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
