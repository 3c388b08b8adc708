package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests the scenarios with figures, as a DBA types them; psql's output is kept in {@code target/psql-scenarios.txt}.
 */
final class PsqlScenarioIT {
    private static final Path TRANSCRIPT = Path.of("target", "psql-scenarios.txt");
    private static final String SUMMARY_TABLE = "performance_schema.events_statements_summary_by_digest";
    private static final String BY_DIGEST_TABLE = "performance_schema.events_statements_histogram_by_digest";
    private static final String GLOBAL_TABLE = "performance_schema.events_statements_histogram_global";
    private static final String SUMMARY =
            "SELECT digest_text, count_star, quantile_95 > 0 AS p95, quantile_999 > 0 AS p999" + " FROM "
                    + SUMMARY_TABLE + " ORDER BY count_star DESC, digest_text";
    private static final String BY_DIGEST = "SELECT count(*) AS by_digest_rows,"
            + " count(NULLIF(count_bucket_and_lower, 0)) > 0 AS counted, coalesce(sum(count_bucket), 0) AS executions FROM "
            + BY_DIGEST_TABLE;
    private static final String EACH = "SELECT digest, count(*) AS buckets, sum(count_bucket) AS sum_of_buckets,"
            + " max(count_bucket_and_lower) AS last_bucket FROM " + BY_DIGEST_TABLE
            + " GROUP BY digest ORDER BY sum(count_bucket) DESC";
    private static final String GLOBAL =
            "SELECT count(*) AS global_rows, sum(count_bucket) AS executions FROM " + GLOBAL_TABLE;

    @BeforeAll
    static void needsPsql() throws Exception {
        Psql.assumeInstalled();
        Files.deleteIfExists(TRANSCRIPT);
    }

    private static String keep(String title, String output) throws Exception {
        Files.writeString(
                TRANSCRIPT,
                "--- " + title + "\n" + output + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return output;
    }

    /** Reduces psql's layout to single spaces. */
    private static String figures(String output) {
        return output.replaceAll("[ ]+", " ").replaceAll("(?m)^ | $", "");
    }

    @Test
    void scenarios1To4_typedInPsql_giveTheSpecifiedFigures() throws Exception {
        try (Monitored application = new Monitored(100)) {
            Psql psql = application.psql(Monitored.OWNER);
            assertThat(figures(keep("1. fresh", psql.run(SUMMARY, BY_DIGEST, GLOBAL))))
                    .contains("(0 rows)", "\n0 | f | 0\n", "\n450 | 0\n");
            application.execute("SELECT 1");
            assertThat(figures(keep("2. SELECT 1", psql.run(SUMMARY, BY_DIGEST, GLOBAL))))
                    .contains("\nselect ? | 1 | t | t\n", "\n450 | t | 1\n", "\n450 | 1\n");
            application.execute("SELECT 2", "SELECT 3");
            assertThat(figures(keep("2. SELECT 2; SELECT 3", psql.run(SUMMARY, BY_DIGEST, GLOBAL))))
                    .contains("\nselect ? | 3 | t | t\n", "\n450 | t | 3\n", "\n450 | 3\n");
            application.execute("SELECT 1, 'two' FROM dual");
            assertThat(figures(keep("3. another digest", psql.run(SUMMARY, BY_DIGEST, EACH, GLOBAL))))
                    .contains("| 3 | t | t\n", "| 1 | t | t\n", "\n900 | t | 4\n", "\n450 | 4\n")
                    .containsPattern("[0-9a-f]{64} \\| 450 \\| 3 \\| 3\n[0-9a-f]{64} \\| 450 \\| 1 \\| 1\n");
            application.execute("SELECT 1, 'three' FROM dual");
            assertThat(figures(keep("3. and again", psql.run(EACH, GLOBAL))))
                    .containsPattern("[0-9a-f]{64} \\| 450 \\| 3 \\| 3\n[0-9a-f]{64} \\| 450 \\| 2 \\| 2\n")
                    .contains("\n450 | 5\n");
            truncate(psql);
        }
    }

    private static void truncate(Psql psql) throws Exception {
        assertThat(figures(keep(
                        "4. TRUNCATE histogram_by_digest",
                        psql.run("TRUNCATE TABLE " + BY_DIGEST_TABLE, SUMMARY, BY_DIGEST, GLOBAL))))
                .contains("| 3 | |", "| 2 | |", "\n900 | f | 0\n", "\n450 | 5\n")
                .doesNotContain("ERROR");
        assertThat(figures(keep(
                        "4. TRUNCATE histogram_global", psql.run("TRUNCATE TABLE " + GLOBAL_TABLE, SUMMARY, GLOBAL))))
                .contains("| 3 | |", "\n450 | 0\n")
                .doesNotContain("ERROR");
        assertThat(figures(
                        keep("4. TRUNCATE summary", psql.run("TRUNCATE TABLE " + SUMMARY_TABLE, SUMMARY, BY_DIGEST))))
                .contains("(0 rows)", "\n0 | f | 0\n")
                .doesNotContain("ERROR");
    }

    @Test
    void scenario5_aFullTable_countsTheThirdStatementInTheNullRow() throws Exception {
        try (Monitored application = new Monitored(2)) {
            Psql psql = application.psql(Monitored.OWNER);
            String rows = "SELECT schema_name, digest_text, count_star FROM " + SUMMARY_TABLE + " ORDER BY digest";
            String nullHistogram = "SELECT count(*) AS buckets, sum(count_bucket) AS executions FROM " + BY_DIGEST_TABLE
                    + " WHERE digest IS NULL";
            application.execute("SELECT 1", "SELECT 1 AS a, 2 AS b", "SELECT 1 AS c WHERE 1 = 1");
            assertThat(figures(keep("5. digests.size=2, three statements", psql.run(rows, nullHistogram))))
                    .contains("(3 rows)", "\n| | 1\n", "\n450 | 1\n");
            assertThat(application.tollbooth.statements().lost()).isEqualTo(1);
            assertThat(figures(keep(
                            "5. TRUNCATE summary", psql.run("TRUNCATE TABLE " + SUMMARY_TABLE, rows, nullHistogram))))
                    .contains("(0 rows)", "\n0 |\n");
            application.execute("SELECT 1", "SELECT 1 AS a, 2 AS b", "SELECT 1 AS c WHERE 1 = 1");
            assertThat(figures(keep("5. the same once more", psql.run(rows, nullHistogram))))
                    .contains("(3 rows)", "\n| | 1\n", "\n450 | 1\n");
        }
    }

    @Test
    void rights_inPsql_areOfEachUser() throws Exception {
        try (Monitored application = new Monitored(100)) {
            application.execute("SELECT 1");
            String truncate = "TRUNCATE TABLE " + SUMMARY_TABLE;
            String[] changes = {
                "INSERT INTO " + SUMMARY_TABLE + " (digest) VALUES ('x')",
                "UPDATE " + SUMMARY_TABLE + " SET digest = 'x'",
                "DELETE FROM " + SUMMARY_TABLE,
                "DROP TABLE " + SUMMARY_TABLE,
                "DROP SCHEMA performance_schema CASCADE",
            };
            String reader = keep(
                    "a user who may only read",
                    application.psql(Monitored.READER).run(truncate, SUMMARY));
            assertThat(figures(reader))
                    .contains(
                            "Not enough rights",
                            "tollbooth.sql.user=NAME:truncate grants TRUNCATE",
                            "\nselect ? | 1 | t | t\n");
            for (String user : new String[] {Monitored.READER, Monitored.OWNER}) {
                String output =
                        keep("changes by " + user, application.psql(user).run(changes));
                assertThat(output.split("ERROR: ", -1)).as(output).hasSize(changes.length + 1);
                assertThat(output.split("live tables; use SELECT and TRUNCATE", -1))
                        .as(output)
                        .hasSize(changes.length + 1);
                assertThat(output).doesNotContain("DETAIL");
            }
            String owner = keep(
                    "a user who may truncate", application.psql(Monitored.OWNER).run(SUMMARY, truncate, SUMMARY));
            assertThat(figures(owner))
                    .contains("\nselect ? | 1 | t | t\n", "(0 rows)")
                    .doesNotContain("ERROR");
        }
    }

    @Test
    void login_thatIsWrong_isToldAsPostgresqlTellsIt() throws Exception {
        try (Monitored application = new Monitored(100)) {
            for (String database : new String[] {"mem:" + application.name, application.name, "mem:", "test"}) {
                String output =
                        new Psql(application.pgPort, Monitored.READER, Monitored.PASSWORD, database).run("SELECT 1");
                assertThat(output)
                        .contains("FATAL:  database \"" + database + "\" does not exist")
                        .doesNotContain("(1 row)");
            }
            for (String user : new String[] {"sa", Monitored.READER}) {
                assertThat(keep(
                                "a wrong password",
                                new Psql(application.pgPort, user, "wrong", "performance_schema").run("SELECT 1")))
                        .contains("FATAL:  password authentication failed for user \"" + user + "\"")
                        .doesNotContain("(1 row)", "closed the connection");
            }
        }
    }

    @Test
    void whatPsqlShows_isWhatPostgresqlWouldShow() throws Exception {
        try (Monitored application = new Monitored(100)) {
            application.execute("SELECT 1");
            Psql psql = application.psql(Monitored.OWNER);
            assertThat(figures(keep("names", psql.run("SELECT count(*), max(count_star) FROM " + SUMMARY_TABLE))))
                    .contains("\ncount | max\n", "\n1 | 1\n");
            assertThat(keep("a tag", psql.run("TRUNCATE " + SUMMARY_TABLE))).endsWith("\nTRUNCATE TABLE\n");
            assertThat(keep("its own words", psql.run("set search_path to performance_schema", "show search_path")))
                    .contains("\nSET\n", "\n performance_schema\n");
            assertThat(keep("without a schema", psql.run("SELECT count(*) FROM events_statements_histogram_global")))
                    .contains("\n   450\n");
            showsTables(psql);
        }
    }

    /** By the questions that psql asks for its own commands. */
    private static void showsTables(Psql psql) throws Exception {
        for (String command : new String[] {"\\dt", "\\d", "\\dt performance_schema.*"}) {
            assertThat(figures(keep(command, psql.run(command))))
                    .contains(
                            "List of relations\n",
                            "\nperformance_schema | top_ru | table | tollbooth\n",
                            "\n(11 rows)\n");
        }
        assertThat(keep(
                        "capitals",
                        psql.run("SELECT count(*) FROM tables WHERE table_schema = 'PERFORMANCE_SCHEMA'"
                                + " AND table_name LIKE 'TOP%'")))
                .contains("\n     2\n");
        assertThat(figures(keep("\\dt *histogram*", psql.run("\\dt *histogram*"))))
                .contains("\n(2 rows)\n");
        assertThat(figures(keep("\\d active_statements", psql.run("\\d active_statements"))))
                .contains("Table \"performance_schema.active_statements\"\n", "\nuser_name | character varying(");
        assertThat(keep("\\d nowhere", psql.run("\\d nowhere")))
                .contains("Did not find any relation named \"nowhere\".");
        assertThat(keep("\\dv", psql.run("\\dv"))).contains("Did not find any relations.");
        assertThat(figures(keep("\\dn", psql.run("\\dn")))).contains("\nperformance_schema | tollbooth\n");
        assertThat(figures(keep("\\l", psql.run("\\l"))))
                .contains("List of databases\n", "\nperformance_schema | tollbooth | UTF8 | ");
        assertThat(figures(keep("\\du", psql.run("\\du")))).contains("\ntollbooth | Superuser");
        for (String command : new String[] {"\\df", "\\dT", "\\dx", "\\dD", "\\da", "\\des", "\\dRp", "\\do"}) {
            assertThat(keep(command, psql.run(command))).contains("(0 rows)").doesNotContain("ERROR");
        }
    }
}
