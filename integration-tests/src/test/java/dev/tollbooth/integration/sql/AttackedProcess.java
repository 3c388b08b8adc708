package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.integration.process.FreePort;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An {@link AttackedApplication} in a JVM of its own with 256 MB of heap, which ends where that is not enough. */
final class AttackedProcess implements AutoCloseable {

    private final int port = FreePort.find();
    private final Path end;
    private final Process process;
    private final BufferedReader output;

    /** Starts it; {@code directory} is where the file that ends it appears. */
    AttackedProcess(Path directory) throws IOException {
        end = directory.resolve("end");
        ProcessBuilder command = ForkedJvm.command(
                List.of(),
                List.of(
                        ForkedJvm.placeOf(AttackedApplication.class),
                        ForkedJvm.placeOf(TollboothDriver.class),
                        ForkedJvm.placeOf(org.h2.Driver.class)),
                AttackedApplication.class,
                Integer.toString(port),
                end.toString());
        command.environment().put("JDK_JAVA_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError");
        process = command.redirectErrorStream(true).start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        while (!"ready".equals(line)) {
            assertThat(line).isNotNull();
            line = output.readLine();
        }
    }

    int port() {
        return port;
    }

    String url() {
        return "jdbc:postgresql://localhost:" + port + "/performance_schema";
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), Monitored.READER, AttackedApplication.PASSWORD);
    }

    /** Ends it, checks that its own work went on unmoved, and returns what the port has left behind there. */
    String end() throws IOException, InterruptedException {
        assertThat(process.isAlive()).isTrue();
        Files.createFile(end);
        String left = "";
        String last = "";
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            left = line.startsWith("sessions=") ? line : left;
            last = line;
        }
        assertThat(last).matches("executed=\\d+ counted=\\d+ errors=0 slowestConnectSeconds=[0-4]");
        String[] figures = last.split("[= ]");
        assertThat(figures[3]).isEqualTo(figures[1]);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return left;
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        output.close();
    }
}
