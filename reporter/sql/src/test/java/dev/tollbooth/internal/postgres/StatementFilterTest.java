package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.sql.StatementFilter;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementFilterTest {

    private static String planned(String sql) throws PostgresException {
        List<PlannedStatement> plans = StatementFilter.plan(sql);
        assertThat(plans).hasSize(1);
        return plans.get(0).text().strip();
    }

    private static PostgresException refusal(String sql) {
        return catchThrowableOfType(PostgresException.class, () -> StatementFilter.plan(sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "select * from performance_schema.top_ru",
                "SELECT digest_text, count_star FROM t ORDER BY sum_timer_wait DESC LIMIT 10",
                "SELECT count(*), sum(a), avg(b), min(c), max(d) FROM t GROUP BY e HAVING count(*) > 1",
                "SELECT a FROM t WHERE b IN (1, 2) AND c NOT IN (SELECT d FROM u) OR EXISTS (SELECT 1)",
                "SELECT left(digest_text, 60), substring(digest_text, 1, 60), substring(s.digest_text from 1 for 9) FROM s",
                "SELECT left(digest, 8) FROM t",
                "SELECT a FROM t WHERE b LIKE 'x%y%' ESCAPE '!' AND c ILIKE $1",
                "SELECT cast(a AS bigint), b::numeric(10,2), c::double precision, d::timestamp(3) with time zone FROM t",
                "SELECT CASE WHEN a > 1 THEN 'x' ELSE 'y' END AS z FROM t",
                "SELECT extract(EPOCH FROM item_start), date_trunc('hour', item_start) FROM t",
                "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY a) FROM t",
                "SELECT row_number() OVER (PARTITION BY a ORDER BY b) FROM t",
                "SELECT count(*) FILTER (WHERE a > 1) FROM t",
                "WITH a AS (SELECT 1 AS x) SELECT * FROM a JOIN b USING (x)",
                "WITH a (x, y) AS (SELECT 1, 2) SELECT * FROM a",
                "SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t (x, y)",
                "SELECT * FROM (VALUES (1, 'a')) t (x, y)",
                "VALUES (1)",
                "TABLE top_ru",
                "(SELECT 1) UNION ALL (SELECT 2)",
                "SELECT 1 FETCH FIRST 5 ROWS ONLY",
                "EXPLAIN SELECT 1",
                "EXPLAIN ANALYZE SELECT 1",
                "SELECT DATE '2026-01-01', TIMESTAMP '2026-01-01 00:00:00', now() - INTERVAL '1' HOUR",
                "SELECT current_timestamp, current_schema(), current_database()",
                "SELECT -1, +2, 3 * 4 / 5 % 6, 1.5e3, .5 FROM t WHERE a <> 1 AND b != 2 AND c <= 3",
                "SELECT \"count_star\", \"we\"\"ird\" FROM \"t\"",
                "SELECT 'it''s', E'a\\n\\\\', $$dollar$$, $x$do$$llar$x$",
                "SELECT $1, $2 FROM t LIMIT $3",
            })
    void query_thatReads_isLetThrough(String sql) throws PostgresException {
        assertThat(planned(sql)).isNotEmpty();
        assertThat(StatementFilter.plan(sql).get(0).kind()).isEqualTo(Kind.ROWS);
        assertThat(StatementFilter.plan(sql + " ; ")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TRUNCATE top_ru | TRUNCATE TABLE top_ru",
                "truncate table only performance_schema.\"t\" | TRUNCATE TABLE performance_schema.\"t\"",
                "SELECT /* a /* nested */ comment */ 1 -- and a line | SELECT 1",
                "SELECT $$it's$$ | SELECT 'it''s'",
                "SELECT E'\\'; DROP' | SELECT '''; DROP'",
                "SELECT $1 | SELECT ?1",
                "SELECT a--b | SELECT a",
                "SELECT 1/**/+/**/2 | SELECT 1 + 2",
            })
    void statement_forH2_isWrittenOfItsTokens(String sql, String expected) throws PostgresException {
        assertThat(planned(sql)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "BEGIN, BEGIN",
        "BEGIN READ ONLY, BEGIN",
        "START TRANSACTION ISOLATION LEVEL SERIALIZABLE, START TRANSACTION",
        "COMMIT, COMMIT",
        "END, COMMIT",
        "ROLLBACK, ROLLBACK",
        "ABORT, ROLLBACK",
        "ROLLBACK TO SAVEPOINT a, ROLLBACK",
        "SAVEPOINT a, SAVEPOINT",
        "RELEASE SAVEPOINT a, RELEASE",
        "SET extra_float_digits = 3, SET",
        "SET application_name = 'PostgreSQL JDBC Driver', SET",
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY, SET",
        "SET search_path TO performance_schema, SET",
        "SET TIME ZONE 'Europe/Berlin', SET",
        "SET NAMES 'UTF8', SET",
        "SET LOCAL statement_timeout = 0, SET",
        "RESET ALL, RESET",
        "SHOW server_version, SHOW",
        "SHOW TRANSACTION ISOLATION LEVEL, SHOW",
        "DISCARD ALL, DISCARD ALL",
        "DEALLOCATE ALL, DEALLOCATE ALL",
        "DEALLOCATE PREPARE s, DEALLOCATE",
    })
    void word_ofASession_isAnsweredWithItsTag(String sql, String tag) throws PostgresException {
        assertThat(StatementFilter.plan(sql).get(0).tag()).isEqualTo(tag);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (1)",
                "UPDATE t SET a = 1",
                "DELETE FROM t",
                "MERGE INTO t KEY (a) VALUES (1)",
                "DROP TABLE t",
                "DROP SCHEMA performance_schema CASCADE",
                "ALTER TABLE t ADD a INT",
                "CREATE LOCAL TEMPORARY TABLE t AS SELECT 1",
                "CREATE ALIAS a FOR 'java.lang.System.exit'",
                "GRANT SELECT ON t TO u",
                "CALL 1",
                "EXECUTE IMMEDIATE 'DROP TABLE t'",
                "SCRIPT TO '/tmp/x'",
                "RUNSCRIPT FROM '/tmp/x'",
                "BACKUP TO '/tmp/x'",
                "SHUTDOWN",
                "COPY t TO '/tmp/x'",
                "SET PASSWORD 'x'",
                "SET SESSION AUTHORIZATION u",
                "SET ROLE u",
                "SET MODE Oracle",
                "SET query_timeout 0",
                "SET lazy_query_execution 0",
                "SET schema_search_path x",
                "SELECT * FROM FINAL TABLE (DELETE FROM t)",
                "SELECT 1 FROM t FOR UPDATE",
                "EXPLAIN DELETE FROM t",
                "WITH a AS (DELETE FROM t) SELECT 1",
                "WITH RECURSIVE a (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) SELECT * FROM a",
                "SELECT 1; DROP TABLE t",
                "SELECT 1;; insert into t values (1)",
                "/* SELECT */ DROP TABLE t",
                "-- SELECT\nDROP TABLE t",
                "(DELETE FROM t)",
                "SELECT 'x' || 'y'",
                "SELECT a FROM t WHERE b SIMILAR TO 'x'",
                "SELECT a FROM t WHERE b REGEXP '(a+)+$'",
                "SELECT a FROM t WHERE b RLIKE 'x'",
                "SELECT a FROM t WHERE b LIKE c",
                "SELECT a FROM t WHERE b LIKE upper('%a%b%c%d')",
                "SELECT a FROM t WHERE b LIKE '%a%b%c%d%e'",
                "SELECT a FROM t WHERE b LIKE ANY (SELECT c FROM u)",
                "SELECT cast('a' AS char(1000000))",
                "SELECT cast('a' AS varchar(3))",
                "SELECT 'a'::char(10)",
                "SELECT cast(x AS binary(1000000))",
                "SELECT cast(x AS numeric(100000, 99999))",
                "SELECT \"cast\"(x AS binary(1000000))",
                "SELECT left(lower(a), 3) FROM t",
                "SELECT left('1e999999999x', 11)",
                "SELECT left(digest, 12) FROM t",
                "SELECT substring(a, 2, 11) FROM t",
                "SELECT left(x, 3) FROM (SELECT digest AS x FROM t)",
                "SELECT left(x, 3) FROM t AS t (x)",
            })
    void statement_thatIsNotServed_isRefused(String sql) {
        assertThat(refusal(sql)).isNotNull().satisfies(e -> {
            assertThat(e.sqlState()).isIn("42501", "42601");
            assertThat(e.isFatal()).isFalse();
            assertThat(e.text()).isNotBlank().doesNotContain("\n");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT @x",
                "SELECT @x := 1",
                "SELECT a ~ 'b'",
                "SELECT a[1]",
                "SELECT ARRAY[1]",
                "SELECT {fn now()}",
                "SELECT `a`",
                "SELECT a\\b",
                "SELECT 1 & 2",
                "SELECT 1 | 2",
                "SELECT #1",
                "SELECT ?",
                "SELECT a:b",
                "SELECT 'a",
                "SELECT \"a",
                "SELECT $$a",
                "SELECT $x$a$y$",
                "SELECT /* a",
                "SELECT /* /* */",
                "SELECT E'a",
                "SELECT E'\\x41'",
                "SELECT E'\\u0041'",
                "SELECT U&'\\0041'",
                "SELECT N'a'",
                "SELECT X'41'",
                "SELECT B'1'",
                "SELECT JSON '[]'",
                "SELECT GEOMETRY 'POINT(1 1)'",
                "SELECT UUID 'x'",
                "SELECT 'a' 'b'",
                "SELECT \"json\" '[]'",
                "SELECT 1e9999",
                "SELECT '1e9999'",
                "SELECT ' -1.5E+99999 '",
                "SELECT $$1e99999$$",
                "SELECT E'1e99999'",
                "SELECT '\u0661e\u0669\u0669\u0669\u0669'",
                "SELECT 0x41",
                "SELECT 1a",
                "SELECT 1_000",
                "SELECT 12345678901234567890123456789012345678901",
                "SELECT $0",
                "SELECT $12345",
                "SELECT $1a",
                "SELECT \u00a01",
                "SELECT \u2003 1",
                "SELECT \ufeff1",
                "SELECT \u01311",
                "SELECT \uff33",
                "SELECT \u0000",
                "SELECT '\u0000'",
                "SELECT 1)",
                "SELECT (1))",
                "\u202eSELECT 1",
                "SEL\u0045CT\u200b 1",
                "foo",
                "1",
                "'a'",
                "\"a\"",
                "SELECT \u212aelvin(1)",
                "SELECT 1 AS 'x'",
                "TRUNCATE",
                "TRUNCATE t, u",
                "TRUNCATE t CASCADE",
                "TRUNCATE 't'",
                "SHOW",
                "SHOW a b",
                "SET",
                "SET client_encoding = 'LATIN1'",
                "SET standard_conforming_strings = off",
                "SET search_path = (SELECT 1)",
                "SET application_name = $1",
                "EXPLAIN",
                "EXPLAIN (ANALYZE) SELECT 1",
                "DEALLOCATE",
                "DEALLOCATE a b",
            })
    void text_thatMightBeReadInTwoWays_isRefused(String sql) {
        assertThat(refusal(sql)).as(sql).isNotNull();
    }

    @Test
    void text_tooLongOrTooDeep_isRefused() {
        assertThat(refusal("SELECT " + "1,".repeat(2_100) + "1").sqlState()).isEqualTo("54001");
        assertThat(refusal("SELECT " + "(".repeat(41) + "1").sqlState()).isEqualTo("54001");
        assertThat(refusal("SELECT '" + "x".repeat(8_193) + "'").sqlState()).isEqualTo("54000");
        assertThat(refusal("SELECT 1 --" + " ".repeat(64 << 10)).sqlState()).isEqualTo("54000");
        assertThat(refusal("SELECT " + "x".repeat(129))).isNotNull();
        assertThat(refusal("SELECT 1 FROM t" + ", t".repeat(24)).sqlState()).isEqualTo("54001");
        assertThat(refusal("SELECT 1 FROM t" + " CROSS JOIN t".repeat(24)).sqlState())
                .isEqualTo("54001");
        assertThat(refusal("SELECT 1 FROM t" + " WHERE 1 IN (SELECT 1 FROM t".repeat(24))
                        .sqlState())
                .isEqualTo("54001");
        assertThat(refusal("SELECT 1 FROM t WHERE x IN (1" + ", 1".repeat(100) + ") ORDER BY 1, 2, 3"))
                .isNull();
    }

    @Test
    void write_thatIsRefused_saysWhatIsServed() {
        for (String sql :
                new String[] {"insert into t values (1)", "UPDATE t SET a = 1", "DROP TABLE t", "DELETE FROM t"}) {
            PostgresException refusal = refusal(sql);
            assertThat(refusal.sqlState()).isEqualTo("42501");
            assertThat(refusal.text()).contains("live tables; use SELECT and TRUNCATE");
        }
    }

    @Test
    void catalogQuestion_thatIsNotRead_isRefusedInOneHelpfulLine() {
        assertThat(refusal("SELECT n.nspname FROM pg_catalog.pg_class c TABLESAMPLE system (10)")
                        .text())
                .isEqualTo("this question to pg_catalog is not served: use \\dt, \\d NAME,"
                        + " or SELECT * FROM information_schema.tables, or .columns");
    }

    /**
     * Tests that the catalog answers queries of its own tables only; each query that reads a live table passes H2's
     * checks.
     */
    @Test
    void catalogQuestion_withALiveTable_isCheckedAsAnyQuery() throws PostgresException {
        assertThat(StatementFilter.plan("SELECT relname FROM pg_class WHERE relname ~ 'a'"))
                .singleElement()
                .satisfies(planned -> assertThat(planned.kind()).isEqualTo(Kind.CATALOG));
        for (String sql : new String[] {
            "SELECT 1 FROM top_ru WHERE digest ~ 'a'",
            "SELECT (SELECT max(digest) FROM top_ru) || relname FROM pg_class",
            "SELECT pg_sleep(10) FROM top_ru",
            "SELECT repeat('x', 100)",
            "SELECT 'a' || 'b'",
            "SELECT a[1] FROM top_ru",
        }) {
            assertThat(refusal(sql)).as(sql).isNotNull();
        }
    }

    @Test
    void statements_ofOneText_areEachPlanned() throws PostgresException {
        assertThat(StatementFilter.plan(" ; SELECT ';' ; /* ; */ BEGIN;;COMMIT; --;"))
                .extracting(PlannedStatement::kind)
                .containsExactly(Kind.ROWS, Kind.BEGIN, Kind.COMMIT);
        assertThat(StatementFilter.plan(" ;; -- nothing")).isEmpty();
    }

    /** Tests random statements of dangerous words: each accepted statement begins with a word that reads. */
    @Test
    void plan_ofRandomTokens_letsOnlyReadersThrough() throws PostgresException {
        String[] parts = {
            "SELECT",
            "DROP",
            "'",
            "''",
            "\"",
            "/*",
            "*/",
            "--",
            "\n",
            ";",
            "$$",
            "$a$",
            "E'",
            "\\",
            "(",
            ")",
            "TABLE",
            "t",
            "DELETE FROM t",
            "1",
            ",",
            "repeat",
            " ",
            "INSERT",
            "TRUNCATE",
            "WITH",
            "AS",
            "=",
            ".",
            "U&'",
            "SET",
            "x'",
        };
        Random random = new Random(11);
        int through = 0;
        for (int i = 0; i < 50_000; i++) {
            StringBuilder sql = new StringBuilder(i % 2 == 0 ? "SELECT " : "");
            for (int n = random.nextInt(8); n >= 0; n--) {
                sql.append(parts[random.nextInt(parts.length)]).append(random.nextBoolean() ? " " : "");
            }
            List<PlannedStatement> plans;
            try {
                plans = StatementFilter.plan(sql.toString());
            } catch (PostgresException e) {
                continue;
            }
            for (PlannedStatement plan : plans) {
                through++;
                assertThat(plan.kind() == Kind.NOTHING
                                || plan.kind() == Kind.SET
                                || plan.text().matches("(?s)(SELECT|TABLE|WITH|VALUES|\\(|TRUNCATE TABLE ).*"))
                        .as(sql.toString())
                        .isTrue();
                if (plan.kind() != Kind.ROWS) {
                    continue; // a table may be called as it likes
                }
                // outside of quotes there is no word that changes anything
                assertThat(plan.text().replaceAll("'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"", ""))
                        .doesNotContainPattern("(?i)\\b(DELETE|INSERT)\\b|repeat \\(");
            }
        }
        assertThat(through).isGreaterThan(1_000);
    }
}
