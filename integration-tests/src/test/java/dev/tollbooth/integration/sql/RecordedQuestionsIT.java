package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests recorded queries that clients send on their own, over the wire: each is answered, so that its client continues,
 * and those for trees and completion find the tables.
 */
final class RecordedQuestionsIT {

    private static final String TABLES = "11";

    /** The namespace performance_schema in this port's catalog. */
    private static final String SCHEMA_OID = "16383";

    private static Monitored application;

    /** A question and who asks it. */
    private record Question(String client, String sql) {}

    @BeforeAll
    static void open() throws SQLException {
        application = new Monitored(100);
    }

    @AfterAll
    static void close() throws SQLException {
        application.close();
    }

    private static List<Question> questions() throws IOException {
        try (InputStream in = RecordedQuestionsIT.class.getResourceAsStream("/recorded-questions.txt")) {
            assertThat(in).isNotNull();
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<Question> questions = new ArrayList<>();
            String[] parts = text.split("(?m)^## ");
            for (int i = 1; i < parts.length; i++) {
                int line = parts[i].indexOf('\n');
                questions.add(new Question(
                        parts[i].substring(0, line), parts[i].substring(line).strip()));
            }
            return questions;
        }
    }

    private static Connection connect(String mode) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", Monitored.READER);
        properties.setProperty("password", Monitored.PASSWORD);
        properties.setProperty("preferQueryMode", mode);
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + application.pgPort + "/performance_schema", properties);
    }

    /** Returns the rows of the answer, each with its values; a parameter is asked for as text. */
    private static List<List<String>> answer(Connection connection, String sql) throws SQLException {
        String jdbc = sql.replaceAll("\\$\\d+", "?"); // other question marks are in strings alone
        String value = sql.matches("(?s).*oid = \\$1\\s*")
                ? "25"
                : sql.contains("$1::oid") ? SCHEMA_OID : sql.contains("name=$1") ? "performance_schema" : "%";
        List<List<String>> rows = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(jdbc)) {
            int parameters = sql.length() - jdbc.length(); // each one is a digit shorter
            for (int i = 1; i <= parameters; i++) {
                statement.setObject(i, value, java.sql.Types.OTHER);
            }
            if (statement.execute()) {
                try (ResultSet result = statement.getResultSet()) {
                    while (result.next()) {
                        List<String> values = new ArrayList<>();
                        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                            values.add(result.getString(i));
                        }
                        rows.add(values);
                    }
                }
            }
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "extended", "extendedForPrepared"})
    void question_ofAnyClient_isAnswered(String mode) throws Exception {
        Map<String, String> failed = new LinkedHashMap<>();
        TreeSet<String> clients = new TreeSet<>();
        try (Connection connection = connect(mode)) {
            for (Question question : questions()) {
                clients.add(question.client().split(" ")[0]);
                try {
                    answer(connection, question.sql());
                } catch (SQLException e) {
                    failed.put(question.client() + ": " + question.sql(), e.getMessage());
                }
            }
        }
        assertThat(failed).isEmpty();
        assertThat(clients)
                .contains(
                        "psql",
                        "psycopg",
                        "psycopg2",
                        "SQLAlchemy",
                        "asyncpg",
                        "pgjdbc",
                        "DBeaver",
                        "IntelliJ",
                        "Grafana's");
    }

    /** By what the question has in it: how many rows there are, and what is in the first. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "n.nspname = 'performance_schema' AND c.relkind in ('r', 'p'); " + TABLES + "; active_statements",
                "FROM pg_catalog.pg_class c LEFT OUTER JOIN pg_catalog.pg_description d ON d.objoid=c.oid; " + TABLES
                        + "; active_statements",
                "c.relname,a.*; 8; active_statements",
                "SELECT quote_ident(table_name) AS \"table\"; " + TABLES + "; active_statements",
                "SELECT quote_ident(column_name) AS \"column\"; 14; item_start",
                "FROM information_schema.schemata; 1; performance_schema",
                "\"Locale Provider\"; 1; performance_schema",
                "N.xmin as state_number, nspname; 3; performance_schema",
                "datname as name,; 1; performance_schema",
                "\"stat\".\"n_live_tup\"; " + TABLES + "; active_statements",
                "SELECT nspname FROM pg_namespace WHERE nspname NOT LIKE; 2; information_schema",
                "T.oid as table_id, T.xmin as table_state_number; " + TABLES + "; active_statements",
                "c.relnamespace=(SELECT oid FROM pg_catalog.pg_namespace; " + TABLES + "; active_statements",
                "pg_total_relation_size(c.oid) as total_rel_size; " + TABLES + "; 16384",
                "SELECT * FROM current_schema(); 1; performance_schema",
                "current_setting('server_version_num')::int/100; 1; 1400",
                "select pg_catalog.version(); 1; PostgreSQL 14.0",
            })
    void question_forATree_findsWhatThereIs(String part, String rows, String first) throws Exception {
        String sql = questions().stream()
                .map(question -> question.sql().replaceAll("\\s+", " "))
                .filter(text -> text.contains(part))
                .findFirst()
                .orElseThrow(() -> new AssertionError("not recorded: " + part));
        try (Connection connection = connect("extended")) {
            List<List<String>> answer = answer(connection, sql);
            assertThat(answer).as(sql).hasSize(Integer.parseInt(rows));
            assertThat(String.join(
                            "|", answer.get(0).stream().map(String::valueOf).toList()))
                    .contains(first);
        }
    }

    /** As a pool of asyncpg's gives a connection back: four statements in one message. */
    @Test
    void reset_ofAPool_isAnsweredAsAWhole() throws Exception {
        try (Connection connection = connect("simple");
                java.sql.Statement statement = connection.createStatement()) {
            assertThat(statement.execute("SELECT pg_advisory_unlock_all();\nCLOSE ALL;\nUNLISTEN *;\nRESET ALL;"))
                    .isTrue();
        }
    }
}
