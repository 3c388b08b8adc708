package dev.tollbooth.integration.ports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
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

/**
 * The JVM of an {@link AttackedApplication} with a heap of 256 MB, seen from outside; it ends if the heap is exhausted.
 */
public final class AttackedJvm implements AutoCloseable {

    /**
     * The objects that live in its heap.
     *
     * @param connections that the JDK's HTTP servers know
     * @param bytes of all objects
     */
    public record LiveObjects(long connections, long bytes) {}

    private static final int SECONDS = 90;
    private static final int QUIET_SECONDS = 30;

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

    /**
     * Starts it with the driver and H2 alone and waits until it executes statements; the arguments are settings, then
     * {@code digests=N} or {@code varied=N}.
     */
    public static AttackedJvm start(Path log, String... arguments) throws IOException, InterruptedException {
        List<Path> classPath = List.of(
                ForkedJvm.placeOf(AttackedJvm.class),
                ForkedJvm.placeOf(TollboothDriver.class),
                ForkedJvm.placeOf(org.h2.Driver.class));
        AttackedJvm started = start(classPath, log, List.of(arguments));
        started.await("ready");
        return started;
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
        return ApplicationVitals.parse(answer("vitals"));
    }

    /** Returns what lives in its heap once no connections are left there, or after half a minute. */
    public LiveObjects quietLiveObjects() throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(QUIET_SECONDS);
        LiveObjects live = liveObjects();
        while (live.connections > 0 && System.nanoTime() < end) {
            Thread.sleep(100);
            live = liveObjects();
        }
        return live;
    }

    /** Returns what lives in its heap now. */
    public LiveObjects liveObjects() throws IOException, InterruptedException {
        String[] figures = answer("live").split(" ", -1);
        return new LiveObjects(Long.parseLong(figures[0]), Long.parseLong(figures[1]));
    }

    /** Returns how many sessions of the SQL port still have a thread. */
    public int sqlSessions() throws IOException, InterruptedException {
        return Integer.parseInt(answer("sessions"));
    }

    /** Has it end, waits until it has, and returns its last vitals. */
    public ApplicationVitals end() throws IOException, InterruptedException {
        ask("end");
        ApplicationVitals last = ApplicationVitals.parse(await("vitals "));
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException("the application has not ended well: alive=" + process.isAlive());
        }
        return last;
    }

    /**
     * Has it end, and checks that its own statements went on: each as it should be, counted, and within five seconds.
     */
    public ApplicationVitals endUnmoved() throws IOException, InterruptedException {
        ApplicationVitals last = end();
        System.out.println(last);
        assertThat(last.errors()).as("errors of %s", last).isZero();
        assertThat(last.counted()).isEqualTo(last.executed());
        assertThat(last.longestMillis()).as("the longest statement").isLessThan(5_000);
        return last;
    }

    private String answer(String question) throws IOException, InterruptedException {
        ask(question);
        return await(question + " ");
    }

    private void ask(String question) throws IOException {
        input.write(question + "\n");
        input.flush();
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
