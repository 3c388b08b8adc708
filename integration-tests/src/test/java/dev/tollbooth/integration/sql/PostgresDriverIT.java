package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.jdbc.Tollbooth;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Tests the SQL tables through an unchanged JDBC driver of PostgreSQL. */
final class PostgresDriverIT {

    private static final String SUMMARY = "events_statements_summary_by_digest";
    private static final String HISTOGRAM = "events_statements_histogram_global";

    /** More than the five after which the driver prepares at the server and asks for binary results. */
    private static final int EXECUTIONS = 8;

    private Monitored application;

    @BeforeEach
    void open() throws SQLException {
        application = new Monitored(100);
        application.execute("SELECT 1", "SELECT 1", "SELECT 1, 2");
    }

    @AfterEach
    void close() throws SQLException {
        application.close();
    }

    private Connection connect(String user, String... properties) throws SQLException {
        Properties all = new Properties();
        all.setProperty("user", user);
        all.setProperty("password", Monitored.PASSWORD);
        for (int i = 0; i < properties.length; i += 2) {
            all.setProperty(properties[i], properties[i + 1]);
        }
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + application.pgPort + "/performance_schema", all);
    }

    @Test
    void preparedStatement_executedOften_givesTheSameByTextAndInBinary() throws Exception {
        String sql = "SELECT digest_text, count_star, sum_timer_wait, first_seen, sum_ru, quantile_99,"
                + " count_star > ? AS many, cast(count_star AS int), cast(1.5 AS real), cast(2 AS smallint),"
                + " cast('2026-11-24' AS date), cast('2026-11-24 01:02:03.456' AS timestamp), NULL"
                + " FROM " + SUMMARY + " WHERE count_star >= ? AND digest_text LIKE ? ORDER BY count_star DESC";
        try (Connection connection = connect(Monitored.READER);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            List<String> first = null;
            for (int i = 0; i < EXECUTIONS; i++) {
                statement.setLong(1, 1);
                statement.setInt(2, 1);
                statement.setString(3, "select%");
                List<String> rows = new ArrayList<>();
                try (ResultSet result = statement.executeQuery()) {
                    while (result.next()) {
                        rows.add(IntStream.rangeClosed(1, 13)
                                .mapToObj(column -> value(result, column))
                                .toList()
                                .toString());
                    }
                }
                first = first == null ? rows : first;
                assertThat(rows).as("execution %d", i).isEqualTo(first).hasSize(2);
            }
            assertThat(first.get(0)).startsWith("[select ?, 2, ").contains(", true, 2, 1.5, 2, 2026-11-24, ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"extended", "simple"})
    void namesInCapitals_inQuestionsAboutTheTables_areFound(String mode) throws Exception {
        try (Connection connection = connect(Monitored.READER, "preferQueryMode", mode);
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT count(*) FROM information_schema.columns"
                                + " WHERE table_schema = 'PERFORMANCE_SCHEMA' AND table_name = ? AND column_name IN (?, 'SUM_RU')")) {
            statement.setString(1, "TOP_RU");
            statement.setString(2, "USER_NAME");
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                assertThat(result.getInt(1)).isEqualTo(2);
            }
        }
    }

    private static String value(ResultSet result, int column) {
        try {
            if (column == 4) {
                return result.getObject(column, OffsetDateTime.class)
                        .toInstant()
                        .toString();
            }
            if (column == 12) {
                return result.getObject(column, LocalDateTime.class).toString();
            }
            return String.valueOf(result.getObject(column));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void parameters_ofEachType_arriveAsTheyWereSet() throws Exception {
        try (Connection connection = connect(Monitored.READER);
                PreparedStatement statement = connection.prepareStatement("SELECT cast(? AS bigint), cast(? AS int),"
                        + " cast(? AS smallint), cast(? AS double precision), cast(? AS real), cast(? AS numeric(30,4)),"
                        + " cast(? AS boolean), cast(? AS varchar), cast(? AS date), cast(? AS timestamp)")) {
            LocalDateTime moment = LocalDateTime.of(1999, 12, 31, 23, 59, 58, 123_000_000);
            for (int i = 0; i < EXECUTIONS; i++) {
                statement.setLong(1, Long.MIN_VALUE + i);
                statement.setInt(2, -i);
                statement.setShort(3, (short) i);
                statement.setDouble(4, 1e-3 * i);
                statement.setFloat(5, i / 4f);
                statement.setBigDecimal(6, new BigDecimal("-18446744073709551615.0625"));
                statement.setBoolean(7, i % 2 == 0);
                statement.setString(8, "a'b\u00fc\u20ac" + i);
                statement.setObject(9, LocalDate.of(2026, 1, 1 + i));
                statement.setObject(10, moment);
                try (ResultSet result = statement.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getLong(1)).isEqualTo(Long.MIN_VALUE + i);
                    assertThat(result.getInt(2)).isEqualTo(-i);
                    assertThat(result.getShort(3)).isEqualTo((short) i);
                    assertThat(result.getDouble(4)).isEqualTo(1e-3 * i);
                    assertThat(result.getFloat(5)).isEqualTo(i / 4f);
                    assertThat(result.getBigDecimal(6)).isEqualTo(new BigDecimal("-18446744073709551615.0625"));
                    assertThat(result.getBoolean(7)).isEqualTo(i % 2 == 0);
                    assertThat(result.getString(8)).isEqualTo("a'b\u00fc\u20ac" + i);
                    assertThat(result.getObject(9, LocalDate.class)).isEqualTo(LocalDate.of(2026, 1, 1 + i));
                    assertThat(result.getObject(10, LocalDateTime.class)).isEqualTo(moment);
                }
                statement.setNull(1, Types.BIGINT);
                try (ResultSet result = statement.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getObject(1)).isNull();
                }
            }
        }
    }

    @Test
    void fetchSize_inATransaction_readsInPartsWhileOthersAreReadToo() throws Exception {
        try (Connection connection = connect(Monitored.READER);
                Statement parts = connection.createStatement();
                Statement other = connection.createStatement()) {
            connection.setAutoCommit(false);
            parts.setFetchSize(7);
            other.setFetchSize(100);
            int rows = 0;
            try (ResultSet result = parts.executeQuery("SELECT bucket_number, bucket_timer_high FROM " + HISTOGRAM)) {
                while (result.next()) {
                    assertThat(result.getInt(1)).isEqualTo(rows++);
                    if (rows % 50 == 0) {
                        try (ResultSet inner = other.executeQuery("SELECT count(*) FROM " + HISTOGRAM)) {
                            assertThat(inner.next()).isTrue();
                            assertThat(inner.getInt(1)).isEqualTo(450);
                        }
                    }
                }
                assertThat(result.isAfterLast()).isTrue();
            }
            assertThat(rows).isEqualTo(450);
            connection.commit();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "extended", "extendedForPrepared", "extendedCacheEverything"})
    void namedCursor_withAParameter_isFetchedInParts(String mode) throws Exception {
        try (Connection connection = connect(Monitored.READER, "preferQueryMode", mode)) {
            connection.setAutoCommit(false);
            try (PreparedStatement declared = connection.prepareStatement(
                    "DECLARE parts CURSOR FOR SELECT bucket_number FROM " + HISTOGRAM + " WHERE bucket_number >= ?")) {
                declared.setInt(1, 400);
                declared.execute();
            }
            int rows = 400;
            int fetched = 1;
            // more often than the driver needs to ask for binary values
            try (PreparedStatement fetch = connection.prepareStatement("FETCH FORWARD 6 FROM parts")) {
                while (fetched > 0) {
                    fetched = 0;
                    try (ResultSet result = fetch.executeQuery()) {
                        while (result.next()) {
                            assertThat(result.getInt(1)).isEqualTo(rows++);
                            fetched++;
                        }
                    }
                }
            }
            assertThat(rows).isEqualTo(450);
            connection.commit();
        }
    }

    @Test
    void transaction_afterAnError_isRolledBackByTheDriver() throws Exception {
        try (Connection connection = connect(Monitored.READER);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.executeQuery("SELECT nope FROM " + SUMMARY))
                    .satisfies(state("42703"));
            assertThatThrownBy(() -> statement.executeQuery("SELECT 1")).satisfies(state("25P02"));
            connection.rollback();
            assertThat(statement.execute("SELECT 1")).isTrue();
        }
    }

    private static Consumer<Throwable> state(String state) {
        return e -> assertThat(((SQLException) e).getSQLState()).isEqualTo(state);
    }

    @Test
    void metaData_ofConnectionAndResult_isWhatToolsNeed() throws Exception {
        try (Connection connection = connect(Monitored.READER, "ApplicationName", "a tool");
                Statement statement = connection.createStatement()) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("PostgreSQL");
            assertThat(connection.getMetaData().getUserName()).isEqualTo(Monitored.READER);
            assertThat(connection.isValid(5)).isTrue();
            assertThat(connection.getCatalog()).isEqualTo("performance_schema");
            assertThat(connection.getSchema()).isEqualTo("performance_schema");
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            connection.setReadOnly(true);
            connection.setClientInfo("ApplicationName", "another");
            try (ResultSet result = statement.executeQuery("SELECT * FROM " + SUMMARY)) {
                ResultSetMetaData data = result.getMetaData();
                assertThat(data.getColumnName(1)).isEqualTo("schema_name");
                assertThat(data.getColumnType(1)).isEqualTo(Types.VARCHAR);
                assertThat(data.getColumnTypeName(4)).isEqualTo("int8");
                assertThat(data.getColumnTypeName(5)).isEqualTo("numeric");
                assertThat(data.getPrecision(5)).isEqualTo(22);
                assertThat(data.getColumnTypeName(13)).isEqualTo("timestamptz");
                assertThat(result.next()).isTrue();
                assertThat(result.getBigDecimal("quantile_95")).isPositive();
            }
        }
    }

    @Test
    void cancel_ofAStatement_endsItAlone() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection connection = connect(Monitored.READER);
                Statement statement = connection.createStatement()) {
            Future<Boolean> running = thread.submit(() -> statement.execute("SELECT count(*) FROM " + HISTOGRAM + " a, "
                    + HISTOGRAM + " b, " + HISTOGRAM + " c, " + HISTOGRAM + " d"));
            while (!running.isDone()) {
                // again and again: one that comes before the statement is for nobody
                connection.unwrap(PGConnection.class).cancelQuery();
                Thread.sleep(20);
            }
            assertThatThrownBy(running::get)
                    .hasCauseInstanceOf(SQLException.class)
                    .satisfies(e -> {
                        assertThat(((SQLException) e.getCause()).getSQLState()).isEqualTo("57014");
                        assertThat(e).hasMessageContaining("canceling statement due to user request");
                    });
            assertThat(statement.execute("SELECT 1")).isTrue();
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void truncate_byPreparedStatement_isDoneByWhoMay() throws Exception {
        try (Connection owner = connect(Monitored.OWNER);
                Connection reader = connect(Monitored.READER);
                PreparedStatement refused = reader.prepareStatement("TRUNCATE TABLE " + SUMMARY);
                PreparedStatement done = owner.prepareStatement("TRUNCATE TABLE " + SUMMARY)) {
            assertThatThrownBy(refused::executeUpdate).satisfies(state("42501"));
            Tollbooth tollbooth = application.tollbooth;
            assertThat(tollbooth.statements().size()).isEqualTo(2);
            assertThat(done.executeUpdate()).isZero();
            assertThat(tollbooth.statements().size()).isZero();
        }
    }

    @Test
    void simpleMode_andOtherOptionsOfTheDriver_work() throws Exception {
        for (String[] options : new String[][] {
            {"preferQueryMode", "simple"},
            {"preferQueryMode", "extendedForPrepared"},
            {"preferQueryMode", "extendedCacheEverything"},
            {"prepareThreshold", "-1", "binaryTransfer", "true"},
            {"prepareThreshold", "0"},
            {"binaryTransfer", "false"},
            {"assumeMinServerVersion", "9.0"},
            {"readOnly", "true"},
            {"sslmode", "prefer"},
            {"gssEncMode", "prefer"},
            {"autosave", "always"},
        }) {
            try (Connection connection = connect(Monitored.READER, options);
                    PreparedStatement statement = connection.prepareStatement(
                            "SELECT count_star FROM " + SUMMARY + " WHERE count_star = ?")) {
                connection.setAutoCommit(false);
                for (int i = 0; i < EXECUTIONS; i++) {
                    statement.setLong(1, 2);
                    try (ResultSet result = statement.executeQuery()) {
                        assertThat(result.next()).as(String.join("=", options)).isTrue();
                        assertThat(result.getLong(1)).isEqualTo(2);
                    }
                }
                connection.commit();
                assertThat(connection.unwrap(PGConnection.class).getParameterStatus("server_encoding"))
                        .isEqualTo("UTF8");
            }
        }
    }
}
