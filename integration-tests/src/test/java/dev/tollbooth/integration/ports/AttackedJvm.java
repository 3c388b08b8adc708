package dev.tollbooth.integration.ports;

import dev.tollbooth.integration.process.ForkedJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JVM of an {@link AttackedApplication}, seen from outside. */
final class AttackedJvm implements AutoCloseable {

    private static final int SECONDS = 90;

    private final Process process;
    private final Path log;
    private final Writer input;
    private final BlockingQueue<String> output = new LinkedBlockingQueue<>();

    private AttackedJvm(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.input = process.outputWriter(StandardCharsets.US_ASCII);
        Thread reader = new Thread(this::read, "output of " + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts it with these arguments; {@code classPath} null: that of this JVM. */
    static AttackedJvm start(@Nullable List<Path> classPath, Path log, List<String> arguments) throws IOException {
        List<Path> places = classPath != null
                ? classPath
                : Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                        .map(Path::of)
                        .toList();
        ProcessBuilder command =
                ForkedJvm.command(List.of(), places, AttackedApplication.class, arguments.toArray(new String[0]));
        command.environment().put("JDK_JAVA_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError");
        command.redirectInput(ProcessBuilder.Redirect.PIPE)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        return new AttackedJvm(command.start(), log);
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.add(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the rest of the next line that begins so; throws if it does not come. */
    String await(String start) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (System.nanoTime() < end) {
            String line = output.poll(100, TimeUnit.MILLISECONDS);
            if (line == null && !process.isAlive() && output.isEmpty()) {
                throw new IOException("the application has ended: exit code=" + process.exitValue());
            }
            if (line != null && line.startsWith(start)) {
                return line.substring(start.length());
            }
        }
        throw new IOException("the application does not answer: seconds=" + SECONDS);
    }

    ApplicationVitals vitals() throws IOException, InterruptedException {
        return vitals("vitals");
    }

    /** Has it end, and returns its last vitals. */
    ApplicationVitals end() throws IOException, InterruptedException {
        return vitals("end");
    }

    private ApplicationVitals vitals(String word) throws IOException, InterruptedException {
        input.write(word + "\n");
        input.flush();
        return ApplicationVitals.parse(await("vitals "));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the lines that it has logged. */
    List<String> logged() throws IOException {
        return Files.readAllLines(log, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
    }
}
