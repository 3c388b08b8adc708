package dev.tollbooth.integration.tidb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that the replacement for TiDB behaves like its table of behaviours, with plain drivers and without Tollbooth.
 */
final class TidbStandInIT {
    private static final String QUESTION = "SELECT @@tidb_last_query_info";
    private static final String QUESTIONS_OWN = "\"ru_consumption\":" + RuPrice.QUESTION + "}";

    private TidbServer server;

    @BeforeEach
    void start() throws IOException, SQLException {
        server = new TidbServer();
    }

    @AfterEach
    void stop() throws IOException, SQLException {
        server.close();
    }

    private Connection filled(TidbClient client, String more) throws SQLException {
        Connection connection = client.connect(server, more);
        TidbClient.fill(connection);
        return connection;
    }

    private static String info(Connection connection) throws SQLException {
        return TidbClient.query(connection, QUESTION).get(0);
    }

    private static String told(double ru) {
        String text = ru == Math.rint(ru) ? Long.toString((long) ru) : Double.toString(ru);
        return "\"ru_consumption\":" + text + "}";
    }

    @ParameterizedTest
    @EnumSource
    void info_ofEachKindThatWrites_isItsOwnAndThenTheQuestions(TidbClient client) throws SQLException {
        try (Connection connection = filled(client, "")) {
            assertThat(connection.getMetaData().getDatabaseProductVersion()).isEqualTo("8.0.11-TiDB-v8.5.0");
            assertThat(info(connection)).endsWith(told(RuPrice.ofWriting(10)));
            assertThat(info(connection)).endsWith(QUESTIONS_OWN);
            assertThat(TidbClient.query(connection, "SELECT name FROM t WHERE id < 4"))
                    .containsExactly("a", "b", "c");
            assertThat(info(connection)).contains("\"start_ts\":4468").endsWith(told(RuPrice.ofReading(3)));
            assertThat(TidbClient.update(connection, "UPDATE t SET name = 'z' WHERE id > 8"))
                    .isEqualTo(2);
            assertThat(info(connection)).endsWith(told(RuPrice.ofWriting(2)));
            TidbClient.query(connection, "SHOW VARIABLES LIKE 'nothing'");
            assertThat(info(connection)).endsWith(told(RuPrice.SHOW));
        }
    }

    @ParameterizedTest
    @EnumSource
    void info_ofTwoModels_hasTheFigureOfTheOneThatCounts(TidbClient client) throws SQLException {
        try (Connection connection = filled(client, "")) {
            server.setModel(TidbModel.V1_OF_TWO);
            TidbClient.query(connection, "SELECT id FROM t");
            assertThat(info(connection)).endsWith("\"ru_consumption\":3,\"ru_v2_consumption\":0}");
            server.setModel(TidbModel.V2);
            TidbClient.query(connection, "SELECT id FROM t");
            assertThat(info(connection)).endsWith("\"ru_consumption\":0,\"ru_v2_consumption\":24}");
        }
    }

    @ParameterizedTest
    @EnumSource
    void info_afterKindsThatDoNotWriteIt_isStale(TidbClient client) throws SQLException {
        // else Connector/J asks before each update whether the session may write
        try (Connection connection = filled(client, "&useLocalSessionState=true")) {
            for (String silent : List.of(
                    "SET @x = 1",
                    "USE shop",
                    "BEGIN",
                    "COMMIT",
                    "ROLLBACK",
                    "CREATE TABLE u (id INT)",
                    "EXPLAIN SELECT 1")) {
                TidbClient.query(connection, "SELECT id FROM t");
                try (Statement statement = connection.createStatement()) {
                    statement.execute(silent);
                }
                assertThat(info(connection)).as(silent).endsWith(told(RuPrice.ofReading(10)));
            }
            TidbClient.query(connection, "SELECT id FROM t");
            assertThatThrownBy(() -> TidbClient.query(connection, "SELECT * FROM nowhere"))
                    .isInstanceOf(SQLException.class)
                    .extracting("SQLState")
                    .isEqualTo("42S02");
            assertThat(info(connection)).endsWith(told(RuPrice.ofReading(10)));
            assertThatThrownBy(() -> TidbClient.update(connection, "INSERT INTO t VALUES (1, 'again')"))
                    .extracting("SQLState")
                    .isEqualTo("23000");
            assertThat(info(connection)).contains("\"error\":\"Duplicate entry");
        }
    }

    @ParameterizedTest
    @EnumSource
    void info_inAnExplicitTransaction_hasNotTheCostOfWriting(TidbClient client) throws SQLException {
        try (Connection connection = filled(client, "")) {
            connection.setAutoCommit(false);
            TidbClient.update(connection, "UPDATE t SET name = 'y' WHERE id > 5");
            assertThat(info(connection)).endsWith(told(RuPrice.LOCKING));
            server.spent();
            connection.commit();
            assertThat(server.spent()).extracting(TidbServer.Spent::ru).containsExactly(RuPrice.ofWriting(5));
            assertThat(info(connection)).endsWith(QUESTIONS_OWN);
        }
    }

    @ParameterizedTest
    @EnumSource
    void info_ofAStreamedResult_isWrittenWithTheLastRow(TidbClient client) throws SQLException {
        try (Connection connection = filled(client, "");
                PreparedStatement statement = client.streaming(connection, "SELECT id FROM t WHERE id <= ?")) {
            statement.setInt(1, 6);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(TidbClient.texts(rows)).hasSize(6);
                assertThat(info(connection)).endsWith(told(RuPrice.ofReading(6)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void prepared_onTheServer_runsInBinaryForm(TidbClient client) throws SQLException {
        try (Connection connection = filled(client, "&useServerPrepStmts=true");
                PreparedStatement statement = connection.prepareStatement("SELECT id, name FROM t WHERE id > ?")) {
            for (int from = 5; from < 8; from++) {
                statement.setInt(1, from);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo(from + 1);
                    assertThat(rows.getString(2)).hasSize(1);
                }
                assertThat(info(connection)).endsWith(told(RuPrice.ofReading(10 - from)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = "CONNECTOR_J")
    void info_ofACursor_isWrittenWithTheLastFetch(TidbClient client) throws SQLException {
        try (Connection connection = filled(client, "&useCursorFetch=true");
                PreparedStatement statement = connection.prepareStatement("SELECT id FROM t")) {
            statement.setFetchSize(4);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(info(connection)).endsWith(told(RuPrice.ofWriting(10)));
                assertThat(TidbClient.texts(rows)).hasSize(9);
                assertThat(info(connection)).endsWith(told(RuPrice.ofReading(10)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void batch_rewritten_isOneStatementAndElseOneEach(TidbClient client) throws SQLException {
        for (boolean rewritten : List.of(true, false)) {
            try (Connection connection = client.connect(server, "&rewriteBatchedStatements=" + rewritten)) {
                TidbClient.update(connection, "CREATE TABLE r_" + rewritten + " (id INT)");
                server.received();
                try (PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO r_" + rewritten + " VALUES (?)")) {
                    for (int i = 0; i < 5; i++) {
                        insert.setInt(1, i);
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
                assertThat(server.received())
                        .filteredOn(sql -> sql.startsWith("INSERT"))
                        .hasSize(rewritten ? 1 : 5);
                assertThat(info(connection)).endsWith(told(RuPrice.ofWriting(rewritten ? 5 : 1)));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void diagnostics_afterAQuestion_areTheQuestions(TidbClient client) throws SQLException {
        try (Connection connection = filled(client, "")) {
            TidbClient.update(connection, "INSERT INTO keyed (name) VALUES ('k')");
            assertThat(TidbClient.query(connection, "SELECT ROW_COUNT()")).containsExactly("1");
            TidbClient.query(connection, "SELECT id FROM t");
            assertThat(TidbClient.query(connection, "SELECT FOUND_ROWS()")).containsExactly("10");
            TidbClient.query(connection, "SELECT SQL_CALC_FOUND_ROWS id FROM t LIMIT 2");
            assertThat(TidbClient.query(connection, "SELECT FOUND_ROWS()")).containsExactly("10");
            TidbClient.query(connection, "SELECT id FROM t");
            info(connection);
            assertThat(TidbClient.query(connection, "SELECT FOUND_ROWS()")).containsExactly("1");
            assertThat(TidbClient.query(connection, "SELECT ROW_COUNT()")).containsExactly("-1");
            assertThat(TidbClient.query(connection, "SELECT LAST_INSERT_ID()")).containsExactly("1");
            TidbClient.update(connection, "INSERT IGNORE INTO t VALUES (1, 'again')");
            assertThat(TidbClient.query(connection, "SHOW WARNINGS")).containsExactly("Warning");
            assertThat(TidbClient.query(connection, "SHOW WARNINGS")).containsExactly("Warning");
            info(connection);
            assertThat(TidbClient.query(connection, "SHOW WARNINGS")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void consumption_switchedOffOrOfAnOldVersion_isZeroOrMissing(TidbClient client) throws SQLException {
        try (Connection connection = filled(client, "")) {
            assertThat(TidbClient.query(connection, "SELECT @@tidb_enable_resource_control"))
                    .containsExactly("1");
            server.setResourceControl(false);
            TidbClient.query(connection, "SELECT id FROM t");
            assertThat(info(connection)).endsWith("\"ru_consumption\":0}");
            assertThat(TidbClient.query(connection, "SELECT @@tidb_enable_resource_control"))
                    .containsExactly("0");
            server.setModel(TidbModel.NONE);
            TidbClient.query(connection, "SELECT id FROM t");
            assertThat(info(connection)).contains("start_ts").doesNotContain("ru_consumption");
        }
    }

    @ParameterizedTest
    @EnumSource
    void summary_ofADigest_hasThePlanAsTidbShowsIt(TidbClient client) throws SQLException {
        try (Connection connection = filled(client, "")) {
            assertThat(TidbClient.query(connection, "SELECT CURRENT_USER()")).containsExactly("app@%");
            TidbClient.query(connection, "SELECT name FROM t WHERE id = 7");
            assertThat(TidbClient.query(
                            connection,
                            "SELECT PLAN FROM information_schema.statements_summary"
                                    + " WHERE DIGEST_TEXT = 'select `name` from `t` where `id` = ?'"))
                    .singleElement()
                    .asString()
                    .contains("Point_Get_7", "table:t, handle:4711");
        }
    }
}
