package dev.tollbooth.integration.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.integration.process.FreePort;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link ServedApplication} in a JVM of its own, with 256 MB that it must not need more than. */
final class ServedJvm implements AutoCloseable {

    /**
     * Its heap, garbage not counted.
     *
     * @param connections that the JDK's HTTP servers know
     * @param bytes of all
     */
    record Heap(long connections, long bytes) {}

    /** What its statements met with, from the start on. */
    record Outcome(long executed, long counted, long errors, long slowestMillis) {}

    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final int metricsPort = FreePort.find();
    private final int consolePort = FreePort.find();
    private final Process process;
    private final BufferedReader output;
    private final Writer input;

    ServedJvm(int digests, String reportInterval) throws IOException {
        ProcessBuilder command = ForkedJvm.command(
                List.of(),
                List.of(
                        ForkedJvm.placeOf(ServedJvm.class),
                        ForkedJvm.placeOf(TollboothDriver.class),
                        ForkedJvm.placeOf(org.h2.Driver.class)),
                ServedApplication.class,
                Integer.toString(metricsPort),
                Integer.toString(consolePort),
                reportInterval,
                Integer.toString(digests));
        command.environment().put("JDK_JAVA_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError");
        process = command.redirectInput(ProcessBuilder.Redirect.PIPE)
                .redirectErrorStream(true)
                .start();
        output = process.inputReader(StandardCharsets.UTF_8);
        input = process.outputWriter(StandardCharsets.UTF_8);
        line("ready");
    }

    int metricsPort() {
        return metricsPort;
    }

    int consolePort() {
        return consolePort;
    }

    private String line(String begin) throws IOException {
        StringBuilder before = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(begin)) {
                return line;
            }
            before.append(line).append('\n');
        }
        throw new AssertionError("the application has ended: " + before);
    }

    Heap heap() throws IOException {
        input.write("heap\n");
        input.flush();
        String[] words = line("connections=").split("[= ]", -1);
        return new Heap(Long.parseLong(words[1]), Long.parseLong(words[3]));
    }

    /** Returns the heap once no connections are left in it, or after half a minute. */
    Heap quietHeap() throws IOException, InterruptedException {
        long end = System.nanoTime() + DEADLINE_NANOS;
        Heap heap = heap();
        while (heap.connections > 0 && System.nanoTime() < end) {
            Thread.sleep(100);
            heap = heap();
        }
        return heap;
    }

    /** Ends the application. */
    Outcome end() throws IOException, InterruptedException {
        input.close();
        String[] words = line("executed=").split("[= ]", -1);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return new Outcome(
                Long.parseLong(words[1]), Long.parseLong(words[3]), Long.parseLong(words[5]), Long.parseLong(words[7]));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
