package dev.tollbooth.cli.attach;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@link Application} in a JVM of its own, with this one's class path, from when it has executed its statements until
 * {@link #close}.
 */
final class ForkedApplication implements AutoCloseable {

    private final Process process;

    ForkedApplication(String url, String... statements) throws IOException {
        this(0, url, statements);
    }

    /** With a {@code jmxPort} that is not 0, it gives its MBeans out there, on loopback, to anybody. */
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

    /** Ends the application, in order where it listens. */
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
