package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.proxy.DriverStub;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.StatementSnapshot;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that an unknown figure is null, NULL or left out in each output, never 0. */
class UnknownFiguresTest {

    private static final int UNKNOWN = Statement.SUCCESS_NO_INFO;
    private static final String NAME = "unknown-figures";

    /** The results of a driver that Tollbooth does not know, with the rows changed that each means. */
    private enum Answer {
        BATCH_UNKNOWN("executeBatch", new int[] {UNKNOWN, UNKNOWN}, null, 1),
        LARGE_BATCH_UNKNOWN("executeLargeBatch", new long[] {UNKNOWN}, null, 1),
        BATCH_PARTLY_UNKNOWN("executeBatch", new int[] {3, UNKNOWN, 4}, 7L, 1),
        BATCH_KNOWN("executeBatch", new int[] {0, 0}, 0L, 0),
        EXECUTE_NOT_ASKED("execute", false, null, 1),
        EXECUTE_ROWS("execute", true, 0L, 0),
        UPDATE_UNKNOWN("executeUpdate", UNKNOWN, null, 1),
        LARGE_UPDATE_UNKNOWN("executeLargeUpdate", (long) UNKNOWN, null, 1),
        UPDATE_OF_NONE("executeUpdate", 0, 0L, 0),
        UPDATE_WITHOUT_COUNT("executeUpdate", -1, null, 1),
        FAILED_BATCH_UNKNOWN("executeBatch", new BatchUpdateException(new int[] {UNKNOWN}), null, 1),
        FAILED_BATCH_WITHOUT_COUNTS("executeBatch", new BatchUpdateException((int[]) null), null, 1),
        FAILED_BATCH_KNOWN("executeBatch", new BatchUpdateException(new int[] {2, Statement.EXECUTE_FAILED}), 2L, 0);

        private final String method;
        private final Object result;
        private final Long affected;
        private final long unknown;

        Answer(String method, Object result, Long affected, long unknown) {
            this.method = method;
            this.result = result;
            this.affected = affected;
            this.unknown = unknown;
        }

        private Method method() throws NoSuchMethodException {
            Class<?> type = method.endsWith("Batch") ? Statement.class : PreparedStatement.class;
            return type.getMethod(method);
        }

        private PreparedStatement statement() throws NoSuchMethodException {
            DriverStub stub = new DriverStub(PreparedStatement.class);
            stub.answered = method();
            if (result instanceof BatchUpdateException failure) {
                stub.fail(failure);
            } else {
                stub.answer = result;
            }
            return (PreparedStatement) stub.object;
        }

        private void execute(Connection connection) throws Exception {
            try (PreparedStatement statement = connection.prepareStatement("insert into t values (?)")) {
                statement.addBatch(); // an empty batch is no execution
                if (result instanceof BatchUpdateException) {
                    assertThatThrownBy(statement::executeBatch).isSameAs(result);
                } else {
                    assertThat(method().invoke(statement)).isEqualTo(result);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Answer.class)
    void rowsAffected_asTheDriverAnswers_areTheSameInEachPlace(Answer answer) throws Exception {
        List<Report> reports = new CopyOnWriteArrayList<>();
        Map<String, Object> shown;
        try (Tollbooth tollbooth = Tollbooth.builder().setting("name", NAME).build()) {
            tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
            ThinDriver driver = ThinDriver.create();
            try (Connection connection = tollbooth.wrap(driver).getConnection()) {
                driver.last.handOut(answer.statement());
                answer.execute(connection);
            }
            shown = shown(tollbooth);
        }
        StatementRecord record = reports.stream()
                .flatMap(report -> report.statements().stream())
                .toList()
                .get(0);
        shown.put("report", rows(record.rowsAffected(), record.rowsUnknown()));
        StatementRecord global = reports.get(0).global();
        shown.put("report, global", rows(global.rowsAffected(), global.rowsUnknown()));

        assertThat(shown).hasSize(5);
        String expected = rows(answer.affected, answer.unknown);
        shown.forEach((place, rows) -> assertThat(rows).as(place).isEqualTo(expected));
    }

    /**
     * Tests the results of a call on an unlisted driver: the first one, a later one, and whether the application reads
     * them.
     */
    @ParameterizedTest
    @CsvSource(nullValues = "null", textBlock = """
                    true, 5, true, 5, 0
                    true, 0, true, 0, 0
                    true, -1, true, 0, 0
                    true, -2, true, null, 1
                    true, 5, false, null, 1
                    false, 5, true, 5, 1
                    false, 5, false, null, 1
                    """)
    void rowsAffected_ofLaterResults_areWhatTheApplicationWasTold(
            boolean hasRows, int later, boolean asks, Long affected, long unknown) throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build()) {
            ThinDriver driver = ThinDriver.create();
            try (Connection connection = tollbooth.wrap(driver).getConnection()) {
                driver.last.handOut(answering(
                        Map.of("execute", hasRows, "getUpdateCount", later, "getLargeUpdateCount", (long) later)));
                try (PreparedStatement statement = connection.prepareStatement("call report(?)")) {
                    assertThat(statement.execute()).isEqualTo(hasRows);
                    assertThat(statement.getMoreResults()).isFalse();
                    if (asks) {
                        assertThat(statement.getLargeUpdateCount()).isEqualTo(later);
                        assertThat(statement.getUpdateCount()).as("told once").isEqualTo(later);
                    }
                    assertThat(statement.getMoreResults(Statement.CLOSE_ALL_RESULTS))
                            .isFalse();
                    if (asks) {
                        assertThat(statement.getUpdateCount()).isEqualTo(later);
                    }
                }
            }
            StatementSnapshot row = tollbooth.statements().list().get(0);
            assertThat(row.count()).isOne();
            Long twice = affected == null ? null : 2 * affected;
            assertThat(rows(row.rowsAffected(), row.rowsUnknown())).isEqualTo(rows(twice, unknown));
        }
    }

    /** Returns a statement of a driver with these results; all others are null, zero or false. */
    private static PreparedStatement answering(Map<String, Object> answers) {
        return (PreparedStatement) Proxy.newProxyInstance(
                UnknownFiguresTest.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) ->
                        answers.getOrDefault(method.getName(), DriverStub.defaultAnswer(method.getReturnType())));
    }

    @Test
    void flightRecorder_ofRowsThatTheDriverDoesNotSay_hasItsWordForThat(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("statements.jfr");
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build();
                Recording recording = new Recording()) {
            recording.enable("dev.tollbooth.Statement").withoutThreshold();
            recording.start();
            ThinDriver driver = ThinDriver.create();
            try (Connection connection = tollbooth.wrap(driver).getConnection()) {
                driver.last.handOut(Answer.BATCH_PARTLY_UNKNOWN.statement());
                Answer.BATCH_PARTLY_UNKNOWN.execute(connection);
            }
            recording.stop();
            recording.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file)).singleElement().satisfies(event -> {
            assertThat(event.getLong("rowsAffected")).isEqualTo(Long.MIN_VALUE);
            assertThat(event.toString()).contains("rowsAffected = N/A");
        });
    }

    private static String rows(Object affected, Object unknown) {
        return affected + ", unknown of " + unknown;
    }

    private static Map<String, Object> shown(Tollbooth tollbooth) throws Exception {
        Map<String, Object> shown = new TreeMap<>();
        StatementSnapshot row = tollbooth.statements().list().get(0);
        shown.put("Java", rows(row.rowsAffected(), row.rowsUnknown()));
        shown.put("JMX", bean("Top", "digest", row.digestHex()));
        shown.put("JMX, event", bean("Global", "EVENT_NAME", "statement/jdbc"));
        return shown;
    }

    private static String bean(String table, String key, String value) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("dev.tollbooth:type=Statements,instance=" + NAME);
        Collection<?> rows = ((TabularData) server.getAttribute(name, table)).values();
        for (Object each : rows) {
            CompositeData row = (CompositeData) each;
            if (row.get(key).equals(value)) {
                return rows(row.get("SUM_ROWS_AFFECTED"), row.get("ROWS_UNKNOWN"));
            }
        }
        throw new AssertionError("no such row: " + value);
    }

    @Test
    void rowsAffected_ofExecutionsThatSayAndThatDoNot_areTheSumOfThoseThatSay() throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build()) {
            for (Answer answer : Arrays.asList(
                    Answer.BATCH_UNKNOWN,
                    Answer.UPDATE_OF_NONE,
                    Answer.BATCH_PARTLY_UNKNOWN,
                    Answer.FAILED_BATCH_KNOWN)) {
                ThinDriver driver = ThinDriver.create();
                try (Connection connection = tollbooth.wrap(driver).getConnection()) {
                    driver.last.handOut(answer.statement());
                    answer.execute(connection);
                }
            }
            StatementSnapshot row = tollbooth.statements().list().get(0);
            assertThat(row.count()).isEqualTo(4);
            assertThat(row.rowsAffected()).isEqualTo(7 + 2);
            assertThat(row.rowsUnknown()).isEqualTo(2);
        }
    }
}
