package dev.tollbooth.integration.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests wrong settings of gRPC: the application runs, and one line of the log names the setting. */
final class GrpcSettingsIT {

    private static final class Said extends Handler {
        final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord record) {
            lines.add(record.getLevel() + " " + record.getMessage() + (record.getThrown() == null ? "" : " thrown"));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private final Logger logger = Logger.getLogger("dev.tollbooth");
    private final Said said = new Said();

    @BeforeEach
    void listen() {
        logger.addHandler(said);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(said);
    }

    /** Runs an application with these settings; returns the logged lines. */
    private List<String> run(Map<String, String> settings) throws SQLException {
        Tollbooth.Builder builder = Tollbooth.builder().setting("jmx", "off");
        settings.forEach(builder::setting);
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:grpc");
        try (Tollbooth tollbooth = builder.build();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 7")) {
            assertThat(rows.next()).isTrue();
            assertThat(tollbooth.statements().list()).hasSize(1);
        }
        List<String> lines = List.copyOf(said.lines);
        said.lines.clear();
        return lines;
    }

    private void assertOneWarning(Map<String, String> settings, String... parts) throws SQLException {
        assertThat(run(settings))
                .singleElement()
                .asString()
                .startsWith("WARNING no reports to ")
                .contains(parts)
                .doesNotContain("accounting failed", "thrown");
    }

    @Test
    void port_taken_isOneWarning() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertOneWarning(Map.of("grpc.listen", port), "grpc.listen=" + port, "is it taken?");
        }
    }

    @Test
    void port_withBadFilesOrOpenToAll_isOneWarning_andStaysClosed(@TempDir Path directory) throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        String port = Integer.toString(free);
        String none = directory.resolve("none.pem").toString();
        String bad = Files.writeString(directory.resolve("bad.pem"), "not PEM").toString();
        assertOneWarning(
                Map.of("grpc.listen", port, "grpc.tls", "certificate:" + none + ",key:" + bad),
                "grpc.tls=certificate:" + none);
        assertOneWarning(
                Map.of("grpc.listen", port, "grpc.tls", "certificate:" + bad + ",key:" + bad),
                "grpc.tls=certificate:" + bad);
        assertOneWarning(
                Map.of("grpc.listen", "0.0.0.0:" + port, "grpc.token", "s3cret"), "grpc.listen=0.0.0.0:" + port);
        new ServerSocket(free).close(); // nobody has it
    }

    @Test
    void agent_withABadFile_isOneWarning_andThePortOpensAllTheSame(@TempDir Path directory) throws Exception {
        String none = directory.resolve("none.pem").toString();
        assertOneWarning(Map.of("grpc.agent", "127.0.0.1:9", "grpc.tls", "ca:" + none), "grpc.tls=ca:" + none);
        assertOneWarning(Map.of("grpc.agent", "127.0.0.1:9", "grpc.agent.token", "s3cret"), "set grpc.tls=ca:FILE");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(run(Map.of("grpc.agent", "127.0.0.1:9", "grpc.tls", "ca:" + none, "grpc.listen", port)))
                    .as("each is tried")
                    .hasSize(2);
        }
    }
}
