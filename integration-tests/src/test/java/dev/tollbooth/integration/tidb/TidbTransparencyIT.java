package dev.tollbooth.integration.tidb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests the questions of {@code ru.source=tidb}: the application sees none of them, and their round trips are counted.
 */
final class TidbTransparencyIT {
    /** Without options that make Connector/J ask before each update whether the session may write. */
    private static final String OPTIONS = "&useLocalSessionState=true";

    private static long roundTrips(TidbServer server, Connection connection, String sql) throws SQLException {
        long before = server.roundTrips();
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return server.roundTrips() - before;
    }

    private static List<String> messages(Statement statement) throws SQLException {
        List<String> messages = new ArrayList<>();
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            messages.add(String.valueOf(warning.getMessage()));
        }
        return messages;
    }

    @ParameterizedTest
    @EnumSource
    void statement_costsOneRoundTripMore_whereItIsAskedAbout(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, OPTIONS, 1);
                Connection plain = client.connect(tidb.server, OPTIONS)) {
            for (String sql : List.of("SELECT id FROM t", "UPDATE t SET name = 'r' WHERE id = 2")) {
                long direct = roundTrips(tidb.server, plain, sql);
                long first = roundTrips(tidb.server, tidb.connection, sql);
                long next = roundTrips(tidb.server, tidb.connection, sql);
                System.out.println(client + " round trips of " + sql + ": direct=" + direct + " with the plan=" + first
                        + " then=" + next);
                assertThat(direct).isEqualTo(1);
                assertThat(first).isEqualTo(3);
                assertThat(next).isEqualTo(2);
            }
            for (String sql : List.of("SET @x = 1", "EXPLAIN SELECT 1")) {
                assertThat(roundTrips(tidb.server, tidb.connection, sql))
                        .as(sql)
                        .isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void connect_costsOneRoundTripMore_forTheUser(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, OPTIONS, 1)) {
            long before = tidb.server.roundTrips();
            client.connect(tidb.server, OPTIONS).close();
            long direct = tidb.server.roundTrips() - before;
            before = tidb.server.roundTrips();
            tidb.tollbooth
                    .wrap(client.dataSource(tidb.server, OPTIONS))
                    .getConnection()
                    .close();
            assertThat(tidb.server.roundTrips() - before).isEqualTo(direct + 1);
            assertThat(tidb.server.received())
                    .filteredOn("SELECT CURRENT_USER()"::equals)
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void maxRows_isNotToldTheServerMoreOften(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, OPTIONS, 1);
                Statement statement = tidb.connection.createStatement()) {
            statement.setMaxRows(2);
            statement.executeQuery("SELECT id FROM t").close();
            tidb.server.received();
            for (int i = 0; i < 3; i++) {
                statement.executeQuery("SELECT id FROM t").close();
            }
            assertThat(tidb.server.received())
                    .noneMatch(sql -> sql.startsWith("SET"))
                    .hasSize(6);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rowCountAndFoundRows_areTheQuestionsAsTheReadmeSays(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            TidbClient.update(tidb.connection, "INSERT INTO keyed (name) VALUES ('k')");
            assertThat(TidbClient.query(tidb.connection, "SELECT ROW_COUNT()")).containsExactly("-1");
            assertThat(TidbClient.query(tidb.connection, "SELECT LAST_INSERT_ID()"))
                    .containsExactly("1");
            TidbClient.query(tidb.connection, "SELECT id FROM t");
            assertThat(TidbClient.query(tidb.connection, "SELECT FOUND_ROWS()")).containsExactly("1");
            TidbClient.query(tidb.connection, "SELECT SQL_CALC_FOUND_ROWS id FROM t LIMIT 2");
            assertThat(TidbClient.query(tidb.connection, "SELECT FOUND_ROWS()")).containsExactly("10");
        }
    }

    @ParameterizedTest
    @EnumSource
    void warnings_areStillThere_andTheirStatementIsUnknown(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1);
                Statement statement = tidb.connection.createStatement()) {
            tidb.questions();
            assertThat(statement.executeUpdate("INSERT IGNORE INTO t VALUES (1, 'again')"))
                    .isZero();
            assertThat(tidb.questions()).isZero();
            assertThat(messages(statement)).containsExactly("Duplicate entry for key 'PRIMARY'");
            assertThat(messages(statement)).containsExactly("Duplicate entry for key 'PRIMARY'");
            assertThat(TidbClient.query(tidb.connection, "SHOW WARNINGS")).containsExactly("Warning");
            assertThat(tidb.ru("insert ignore")).isNull();
            statement.executeUpdate("INSERT IGNORE INTO t VALUES (1, 'again')");
            statement.clearWarnings();
            assertThat(messages(statement)).isEmpty();
            statement.executeUpdate("INSERT IGNORE INTO t VALUES (1, 'again')");
            statement.executeUpdate("INSERT IGNORE INTO t VALUES (500, 'new')");
            assertThat(messages(statement)).isEmpty();
            assertThat(tidb.ru("insert ignore")).isEqualTo(RuPrice.ofWriting(1));
        }
    }

    @ParameterizedTest
    @EnumSource
    void failedStatement_leavesTheServersErrors(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            assertThatThrownBy(() -> TidbClient.update(tidb.connection, "INSERT INTO t VALUES (1, 'again')"))
                    .extracting("SQLState")
                    .isEqualTo("23000");
            assertThat(TidbClient.query(tidb.connection, "SHOW WARNINGS")).containsExactly("Warning");
        }
    }

    @ParameterizedTest
    @EnumSource
    void lostConnection_isNotAskedAgain(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            tidb.server.breakAt("WHERE id = 13");
            tidb.questions();
            assertThatThrownBy(() -> TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 13"))
                    .extracting("SQLState")
                    .asString()
                    .startsWith("08");
            assertThatThrownBy(() -> TidbClient.query(tidb.connection, "SELECT name FROM t WHERE id = 1"))
                    .isInstanceOf(SQLException.class);
            assertThat(tidb.questions()).isZero();
            assertThat(tidb.ru("select `name` from `t`")).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void abortedConnection_isNotAskedAgain(TidbClient client) throws Exception {
        try (Accounted tidb = new Accounted(client, "", 1)) {
            TidbClient.query(tidb.connection, "SELECT id FROM t");
            tidb.questions();
            CountDownLatch aborted = new CountDownLatch(1);
            tidb.connection.abort(task -> {
                task.run();
                aborted.countDown();
            });
            assertThatThrownBy(() -> TidbClient.query(tidb.connection, "SELECT id FROM t"))
                    .isInstanceOf(SQLException.class);
            assertThat(tidb.questions()).isZero();
        }
    }
}
