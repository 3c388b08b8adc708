package dev.tollbooth.cli.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An {@link Application} in a JVM of its own with the same class path. It has executed its statements when the
 * constructor returns, and runs until {@link #close}.
 */
final class ForkedApplication implements AutoCloseable {

    private final Process process;

    ForkedApplication(String url, String... statements) throws IOException {
        this(0, url, statements);
    }

    /** Starts an application; if {@code jmxPort} is not 0, everyone can reach its MBeans at this port of loopback. */
    ForkedApplication(int jmxPort, String url, String... statements) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        if (jmxPort != 0) {
            String remote = "-Dcom.sun.management.jmxremote.";
            command.addAll(List.of(
                    remote + "port=" + jmxPort,
                    remote + "rmi.port=" + jmxPort,
                    remote + "host=127.0.0.1",
                    remote + "authenticate=false",
                    remote + "ssl=false",
                    "-Djava.rmi.server.hostname=127.0.0.1"));
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Application.class.getName());
        command.add(url);
        command.addAll(List.of(statements));
        process = new ProcessBuilder(command).redirectErrorStream(true).start();
        awaitReady();
    }

    private void awaitReady() throws IOException {
        StringBuilder output = new StringBuilder();
        BufferedReader reader = process.inputReader(UTF_8);
        String line = reader.readLine();
        while (line != null && !line.equals(Application.READY)) {
            output.append(line).append('\n');
            line = reader.readLine();
        }
        if (line == null) {
            throw new IOException("application ended before it was ready: output=" + output);
        }
    }

    String pid() {
        return Long.toString(process.pid());
    }

    /** Ends the application, by closing its input if it still reads. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
