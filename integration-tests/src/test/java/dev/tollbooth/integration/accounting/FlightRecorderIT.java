package dev.tollbooth.integration.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.workload.Route;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class FlightRecorderIT {
    private static final String EVENT = "dev.tollbooth.Statement";

    @Test
    void statements_overThreshold_areInTheRecording(Databases databases, @TempDir Path directory) throws Exception {
        Path file = directory.resolve("statements.jfr");
        try (Connection connection = Route.TOLLBOOTH.connect(databases.empty(Database.POSTGRESQL_18, "recorded"));
                Statement statement = connection.createStatement();
                Recording recording = new Recording()) {
            recording.enable(EVENT).withThreshold(Duration.ofMillis(100));
            recording.start();
            statement.execute("CREATE TABLE quick (id INT)");
            statement.execute("SELECT pg_sleep(0.15), 'a literal'");
            statement.execute("INSERT INTO quick SELECT n FROM generate_series(1, 7) n, pg_sleep(0.15)");
            failSlowly(statement);
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(EVENT))
                .filter(event -> event.getString("summary").contains("SELECT")
                        || event.getString("summary").contains("INSERT"))
                .toList();
        assertThat(events).hasSize(3).allSatisfy(event -> {
            assertThat(event.getDuration()).isBetween(Duration.ofMillis(100), Duration.ofSeconds(60));
            assertThat(event.getString("digest")).matches("[0-9a-f]{64}");
            assertThat(event.toString()).doesNotContain("a literal");
            assertThat(event.getString("origin")).isEmpty();
            assertThat(event.getDouble("requestUnits")).isPositive();
        });
        assertThat(events.get(1).getLong("rowsAffected")).isEqualTo(7);
        assertThat(events.get(2).getString("errorClass")).isNotEmpty();
        assertThat(events.get(0).getString("errorClass")).isEmpty();
    }

    private static void failSlowly(Statement statement) {
        try {
            statement.execute("SELECT 1 / (count(*) - 1) FROM (SELECT pg_sleep(0.15)) x");
            throw new IllegalStateException("division by zero did not fail");
        } catch (SQLException expected) {
            assertThat(expected.getSQLState()).isEqualTo("22012");
        }
    }
}
