package dev.tollbooth.internal.ru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that one plan digest leads from the slow log, the Flight Recorder and a sample to the plan, and that an unknown
 * digest is not shown.
 */
public final class PlanDigestsTest {

    private static final String EVENT = "dev.tollbooth.Statement";

    private final Logger logger = Logger.getLogger("dev.tollbooth.slow");
    private final List<String> lines = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private static Tollbooth tollbooth() {
        return Tollbooth.builder()
                .setting("jmx", "off")
                .setting("ru.source", "scripted")
                .setting("samples", "on")
                .setting("slow.threshold", "1ms")
                .build();
    }

    private static void execute(Connection connection, String alias) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT x AS " + alias + " FROM system_range(1, pause(5) + 1)");
        }
    }

    private static StatementSnapshot row(Tollbooth tollbooth, String part) {
        return tollbooth.statements().list().stream()
                .filter(row -> String.valueOf(row.digestText()).contains(part))
                .findFirst()
                .orElseThrow();
    }

    private static Sha256 ofSample(StatementSnapshot row) {
        return Objects.requireNonNull(row.sample()).planDigest();
    }

    private String line(StatementSnapshot row) {
        return lines.stream()
                .filter(line -> line.startsWith("slow statement: digest=" + row.digestHex()))
                .findFirst()
                .orElseThrow();
    }

    private static String recorded(List<RecordedEvent> events, StatementSnapshot row) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(EVENT))
                .filter(event -> Objects.equals(event.getString("digest"), row.digestHex()))
                .map(event -> event.getString("planDigest"))
                .findFirst()
                .orElseThrow();
    }

    /** A function for H2 that waits. */
    public static int pause(int millis) throws InterruptedException {
        Thread.sleep(millis);
        return millis;
    }

    @Test
    void planDigest_toldOrNot_isInLineEventAndSample(@TempDir Path directory) throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        Path file = directory.resolve("plans.jfr");
        logger.addHandler(handler);
        try (Tollbooth tollbooth = tollbooth();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Recording recording = new Recording()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE ALIAS pause FOR '" + PlanDigestsTest.class.getName() + ".pause'");
            }
            recording.enable(EVENT).withThreshold(Duration.ZERO);
            recording.start();
            execute(connection, "ru_7");
            execute(connection, "silent");
            recording.stop();
            recording.dump(file);
            StatementSnapshot told = row(tollbooth, "ru_7");
            StatementSnapshot silent = row(tollbooth, "silent");
            List<RecordedEvent> events = RecordingFile.readAllEvents(file);
            String plan = ScriptedRuSource.PLAN.digest().hex();
            assertThat(line(told)).contains(", planDigest=" + plan + ", summary=");
            assertThat(recorded(events, told)).isEqualTo(plan);
            assertThat(ofSample(told).hex()).isEqualTo(plan);
            assertThat(line(silent)).contains(", planDigest=-, summary=");
            assertThat(recorded(events, silent)).isEmpty();
            assertThat(ofSample(silent).isNone()).isTrue();
        } finally {
            logger.removeHandler(handler);
        }
    }
}
