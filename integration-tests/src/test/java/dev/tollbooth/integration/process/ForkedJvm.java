package dev.tollbooth.integration.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A JVM of the same kind as this one, which runs one main class to its end; it compiles fast rather than well. */
public final class ForkedJvm {
    /** For a JVM that lives for seconds: the collector and the compiler that are there at once. */
    public static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final int TIMEOUT_SECONDS = 120;

    private ForkedJvm() {}

    /**
     * Runs a main class on a class path of exactly these places, in this order, and returns what it printed; fails
     * where it does not exit with 0.
     */
    public static String run(List<Path> classPath, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        return finished(command(List.of(), classPath, main, arguments).redirectErrorStream(true), main);
    }

    /**
     * Runs the main class that a jar names in its manifest, and returns what it printed; fails where it does not exit
     * with 0.
     */
    public static String runJar(Path jar, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder command = command(List.of(), List.of("-jar", jar.toString()), arguments);
        return finished(command.redirectErrorStream(true), jar.toString());
    }

    /**
     * Returns the command of a JVM as {@link #run} starts it, behind {@code prefix}, such as a program that limits it.
     */
    public static ProcessBuilder command(
            List<String> prefix, List<Path> classPath, Class<?> main, String... arguments) {
        String places = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return command(prefix, List.of("-cp", places, main.getName()), arguments);
    }

    private static ProcessBuilder command(List<String> prefix, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SHORT_LIVED);
        command.addAll(options);
        command.addAll(Arrays.asList(arguments));
        return new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.from(nullDevice()));
    }

    /** Starts the command and returns what it printed; fails where it does not exit with 0. */
    public static String finished(ProcessBuilder command, Class<?> main) throws IOException, InterruptedException {
        return finished(command, main.getName());
    }

    private static String finished(ProcessBuilder command, String main) throws IOException, InterruptedException {
        Process process = command.start();
        try {
            CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> output(process))
                    .completeOnTimeout("", 2 * TIMEOUT_SECONDS, TimeUnit.SECONDS);
            boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly(); // ends its output too
            String printed = output.join();
            if (!ended || process.exitValue() != 0) {
                throw new IOException("forked JVM " + (ended ? "failed" : "did not end") + ": main=" + main
                        + ", seconds=" + TIMEOUT_SECONDS + "\n" + printed);
            }
            return printed;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String output(Process process) {
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the jar or directory that a class was loaded from. */
    public static Path placeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static File nullDevice() {
        return new File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
    }
}
