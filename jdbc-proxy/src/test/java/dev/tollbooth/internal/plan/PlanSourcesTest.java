package dev.tollbooth.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.SettingsException;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests when a plan is requested, and when not. */
final class PlanSourcesTest {

    private static final String SELECT = "SELECT x FROM system_range(1, 10)";

    @BeforeEach
    void forget() {
        RecordingPlanSource.QUESTIONS.clear();
    }

    private static Tollbooth.Builder builder() {
        return Tollbooth.builder().setting("jmx", "off").setting("plan.source", "recording");
    }

    private static Tollbooth collecting() {
        return collecting(builder().build());
    }

    private static Tollbooth collecting(Tollbooth tollbooth) {
        tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_60);
        return tollbooth;
    }

    private static Connection connect(Tollbooth tollbooth) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        Connection connection = tollbooth.wrap(h2).getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        }
        return connection;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> asked() {
        return RecordingPlanSource.QUESTIONS.stream()
                .map(RecordingPlanSource.Question::sql)
                .toList();
    }

    @Test
    void question_ofAStatement_isAskedOnceAnInterval() throws SQLException {
        try (Tollbooth tollbooth = collecting();
                Connection connection = connect(tollbooth);
                PreparedStatement prepared = connection.prepareStatement("DELETE FROM t WHERE id = ?")) {
            for (int i = 0; i < 50; i++) {
                prepared.setInt(1, i);
                prepared.executeUpdate();
                run(connection, "DELETE FROM t WHERE id = " + i);
                run(connection, SELECT);
            }
            assertThat(asked()).containsExactly("DELETE FROM t WHERE id = ?", SELECT);
        }
    }

    @Test
    void question_afterTheInterval_isAskedAgainWithTheParametersOfThen() throws SQLException {
        try (Tollbooth tollbooth =
                        collecting(Engine.askingForPlansOften(Map.of("jmx", "off", "plan.source", "recording")));
                Connection connection = connect(tollbooth);
                PreparedStatement prepared = connection.prepareStatement("DELETE FROM t WHERE id = ?")) {
            int i = 0;
            while (RecordingPlanSource.QUESTIONS.size() < 3) {
                prepared.setInt(1, ++i);
                prepared.executeUpdate();
            }
            List<List<Object>> last = RecordingPlanSource.QUESTIONS.get(2).bound();
            assertThat(last).containsExactly(List.of(1, i));
        }
    }

    @Test
    void question_ofMoreStatementsThanAreRemembered_isRefusedAndCounted() throws SQLException {
        List<Report> reports = new CopyOnWriteArrayList<>();
        Tollbooth tollbooth = builder().build();
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_60);
        try (tollbooth;
                Connection connection = connect(tollbooth)) {
            for (int i = 0; i < 5_003; i++) {
                run(connection, "SELECT x AS c" + i + " FROM system_range(1, 1)");
            }
        }
        assertThat(asked()).hasSize(5_000);
        assertThat(reports.get(reports.size() - 1).drops()).containsEntry(DropReason.PLAN_REFUSED, new DropCount(3, 0));
    }

    @Test
    void question_whileNobodyWantsRequestUnits_isNotAsked() throws SQLException {
        try (Tollbooth tollbooth = builder().build();
                Connection connection = connect(tollbooth)) {
            run(connection, SELECT);
            assertThat(asked()).isEmpty();
        }
    }

    @Test
    void question_ofAResultSet_isAskedAfterItsClose() throws SQLException {
        try (Tollbooth tollbooth = collecting();
                Connection connection = connect(tollbooth);
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(SELECT)) {
                while (rows.next()) {
                    assertThat(asked()).isEmpty();
                }
            }
            assertThat(asked()).containsExactly(SELECT);
        }
    }

    @Test
    void question_whileAnotherResultSetIsOpen_waitsForALaterExecution() throws SQLException {
        try (Tollbooth tollbooth = collecting();
                Connection connection = connect(tollbooth);
                Statement streaming = connection.createStatement();
                ResultSet open = streaming.executeQuery("SELECT x + 1 FROM system_range(1, 10)")) {
            run(connection, SELECT);
            assertThat(asked()).isEmpty();
            open.close();
            assertThat(asked()).containsExactly("SELECT x + 1 FROM system_range(1, 10)");
            run(connection, SELECT);
            assertThat(asked()).hasSize(2).contains(SELECT);
        }
    }

    @Test
    void question_afterAFailureInATransaction_waitsForItsEnd() throws SQLException {
        try (Tollbooth tollbooth = collecting();
                Connection connection = connect(tollbooth)) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> run(connection, "SELECT * FROM missing")).isInstanceOf(SQLException.class);
            run(connection, SELECT);
            assertThat(asked()).isEmpty();
            connection.rollback();
            run(connection, SELECT);
            assertThat(asked()).containsExactly(SELECT);
        }
    }

    @Test
    void question_ofOtherStatementsOrSeveral_isNeverAsked() throws SQLException {
        try (Tollbooth tollbooth = collecting();
                Connection connection = connect(tollbooth)) {
            for (String sql : List.of(
                    "SET LOCK_TIMEOUT 1000",
                    "CREATE TABLE u (id INT)",
                    "CALL 1 + 1",
                    "EXPLAIN SELECT 1",
                    "SHOW TABLES",
                    "SELECT 1; DELETE FROM t",
                    "SELECT ';'; SELECT 2",
                    "DELETE FROM t; ")) {
                run(connection, sql);
            }
            try (Statement batch = connection.createStatement()) {
                batch.addBatch("INSERT INTO t VALUES (1)");
                batch.addBatch("INSERT INTO t VALUES (2)");
                batch.executeBatch();
            }
            assertThat(asked()).as("a semicolon at the end is none between").containsExactly("DELETE FROM t; ");
        }
    }

    @Test
    void question_ofAPreparedBatch_hasItsLastParameters() throws SQLException {
        try (Tollbooth tollbooth = collecting();
                Connection connection = connect(tollbooth);
                PreparedStatement prepared = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            for (int i = 0; i < 3; i++) {
                prepared.setInt(1, i);
                prepared.addBatch();
            }
            assertThat(prepared.executeBatch()).containsExactly(1, 1, 1);
            assertThat(RecordingPlanSource.QUESTIONS)
                    .containsExactly(
                            new RecordingPlanSource.Question("INSERT INTO t VALUES (?)", List.of(List.of(1, 2))));
        }
    }

    @Test
    void source_thatFails_isCountedAndNotSeen() throws Exception {
        try (Tollbooth tollbooth = builder()
                        .setting("jmx", "on")
                        .setting("name", "failing-plans")
                        .build();
                Connection connection = connect(tollbooth)) {
            tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_60);
            run(connection, "SELECT 1 AS throws");
            run(connection, "SELECT 1 AS throws");
            assertThat(asked()).hasSize(1);
            assertThat(failures("failing-plans")).isEqualTo(1L);
        }
    }

    /** Tests that a connection that is lost during a request for a plan is no failure of accounting. */
    @Test
    void source_thatLosesItsConnection_isNoFailure() throws Exception {
        try (Tollbooth tollbooth = builder()
                        .setting("jmx", "on")
                        .setting("name", "lost-plans")
                        .build();
                Connection connection = connect(tollbooth)) {
            tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_60);
            run(connection, "SELECT 1 AS loses_and_throws");
            assertThat(asked()).hasSize(1);
            assertThat(failures("lost-plans")).isZero();
        }
    }

    private static long failures(String instance) throws Exception {
        TabularData failures = (TabularData) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=Control,instance=" + instance), "Failures");
        return (Long) failures.get(new Object[] {"plan_source"}).get("count");
    }

    @Test
    void tollbooth_sourceNobodyKnows_saysWhichThereAre() {
        assertThatThrownBy(() -> Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("plan.source", "explian")
                        .build())
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tollbooth.plan.source=explian")
                .hasMessageContaining("use one of off, ")
                .hasMessageContaining("explain")
                .hasMessageContaining("recording");
    }
}
