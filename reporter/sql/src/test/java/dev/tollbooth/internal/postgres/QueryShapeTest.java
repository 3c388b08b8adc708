package dev.tollbooth.internal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.QueryShape;
import dev.tollbooth.internal.postgres.sql.StatementFilter;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a query is rejected by its shape if H2 would plan or run it for longer than its time limit. */
class QueryShapeTest {

    private static PostgresException refusal(String sql) {
        return catchThrowableOfType(PostgresException.class, () -> StatementFilter.plan(sql));
    }

    private static String nested(int depth, String before, String innermost, String behind) {
        return before.repeat(depth) + innermost + behind.repeat(depth);
    }

    private static String listed(int number, String between, IntFunction<String> part) {
        return IntStream.range(0, number).mapToObj(part).collect(Collectors.joining(between));
    }

    private static String chain(int length, String more) {
        return "WITH c0 AS (SELECT 1 AS x)"
                + listed(
                        length,
                        "",
                        i -> ", c" + (i + 1) + " AS (SELECT p.x FROM c" + i + " p" + more.formatted(i) + ")")
                + " SELECT * FROM c" + length;
    }

    static Stream<String> shapesTooLarge() {
        String deep = "SELECT x FROM (";
        return Stream.of(
                        IntStream.rangeClosed(6, 38).mapToObj(i -> nested(i, deep, "SELECT x FROM numbers", ") AS t")),
                        IntStream.rangeClosed(6, 38).mapToObj(i -> nested(i, deep, "VALUES (1)", ") AS t (x)")),
                        IntStream.rangeClosed(6, 38).mapToObj(i -> nested(i, deep, "TABLE numbers", ") AS t")),
                        IntStream.rangeClosed(6, 18).mapToObj(i -> nested(i, deep, "((SELECT x FROM t))", ") AS t")),
                        IntStream.rangeClosed(6, 18)
                                .mapToObj(i ->
                                        nested(i, "SELECT t.x FROM a JOIN (", "SELECT x FROM t", ") AS t ON TRUE")),
                        IntStream.rangeClosed(6, 18)
                                .mapToObj(i -> nested(i, "SELECT x FROM t WHERE x IN (", "SELECT x FROM t", ")")),
                        IntStream.rangeClosed(6, 18).mapToObj(i -> "SELECT " + nested(i, "(SELECT ", "1", ")")),
                        IntStream.rangeClosed(6, 20)
                                .mapToObj(i -> nested(i, "WITH a AS (", "SELECT 1 AS x", ") SELECT x FROM a")),
                        IntStream.of(6, 12, 24).mapToObj(i -> chain(i, "")),
                        IntStream.of(5, 10, 20).mapToObj(i -> chain(i, ", c%d q, c%1$d r")),
                        Stream.of(
                                "SELECT 1 FROM " + listed(25, ", ", i -> "t t" + i),
                                "SELECT 1 FROM t" + listed(25, "", i -> " LEFT JOIN t t" + i + " ON TRUE"),
                                "SELECT 1 FROM (t" + listed(25, "", i -> " JOIN t t" + i + " ON TRUE") + ")",
                                // after the inner one, t would count as a table of one row
                                "WITH t AS (VALUES (1), (2)), s AS (WITH T AS (SELECT 1 AS x) SELECT x FROM t)"
                                        + " SELECT 1 FROM t a, t b",
                                // seven tables have 5,040 orders, and each set of them before a derived table leads to
                                // another plan
                                nested(3, "SELECT a.x FROM a, b, c, d, e, f, (", "SELECT x FROM t", ") AS g"),
                                nested(
                                        5,
                                        deep,
                                        "SELECT x FROM t WHERE " + listed(300, " OR ", i -> "x = " + i),
                                        ") AS t")))
                .flatMap(shapes -> shapes);
    }

    @ParameterizedTest
    @MethodSource("shapesTooLarge")
    void query_ofAShapeThatIsPlannedForLong_isRefused(String sql) {
        assertThat(refusal(sql)).as(sql).isNotNull();
        assertThat(refusal(sql).sqlState()).isEqualTo("54001");
    }

    static Stream<String> rowsTooMany() {
        String values = "(VALUES " + listed(100, ", ", i -> "(" + i + ")") + ")";
        return Stream.of(
                "SELECT 1 FROM " + values + " a (x), " + values + " b (x), " + values + " c (x)",
                "WITH v (x) AS " + values + " SELECT 1 FROM v a, v b, v c",
                "SELECT 1 FROM t WHERE x > ALL (SELECT a.x FROM " + values + " a (x), " + values + " b (x), " + values
                        + " c (x))",
                "SELECT 1 FROM information_schema.columns a, information_schema.columns b",
                "SELECT 1 FROM columns a CROSS JOIN columns b");
    }

    /**
     * Tests a query whose result H2 keeps and reads again for each row of another table, without a check of the time.
     */
    @ParameterizedTest
    @MethodSource("rowsTooMany")
    void query_ofManyRowsThatNobodyMeters_isRefused(String sql) {
        assertThat(refusal(sql).sqlState()).isEqualTo("54000");
    }

    static Stream<String> valuesTooDear() {
        String derived = " FROM (SELECT x FROM t) AS t";
        return Stream.of(
                "SELECT 1" + derived + " WHERE x LIKE '%a%b'",
                "SELECT 1 FROM information_schema.columns WHERE column_name LIKE '%a%b'",
                "SELECT 1" + derived + " WHERE x LIKE '" + "a".repeat(65) + "'",
                "SELECT 1 FROM t WHERE x LIKE '" + "a".repeat(257) + "'",
                "SELECT 1" + derived + " WHERE " + listed(5, " OR ", i -> "x LIKE '%a%'"),
                "SELECT 1 FROM t WHERE " + listed(17, " OR ", i -> "x LIKE '%a%b'"),
                "SELECT '" + "a".repeat(1_025) + "'" + derived,
                "SELECT '" + "a".repeat(1_025) + "' LIKE '%a%ab' FROM t",
                "SELECT " + listed(25, ", ", i -> "upper(x)") + derived,
                "SELECT " + listed(201, ", ", i -> "abs(x)") + derived,
                "SELECT " + listed(13, " * ", i -> "x") + derived,
                "SELECT " + "x * CASE WHEN x > 1 AND x < 9 THEN ".repeat(13) + "x" + " END".repeat(13) + derived,
                "SELECT x*x*x*x FROM (SELECT x*x*x*x AS x FROM t) AS t",
                "SELECT " + listed(60, ", ", i -> "x * x / x") + derived,
                "SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN 5 PRECEDING AND CURRENT ROW) FROM t",
                "SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN CURRENT ROW AND 5 FOLLOWING) FROM t",
                "SELECT sum(x) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW) FROM t",
                "SELECT median(x) OVER (ORDER BY x) FROM t",
                "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) OVER (ORDER BY x) FROM t",
                "SELECT sum(DISTINCT x) OVER (ORDER BY x) FROM t",
                "SELECT first_value(x) IGNORE NULLS OVER (ORDER BY x) FROM t",
                "SELECT cast('" + "9".repeat(81) + "' AS numeric)");
    }

    @ParameterizedTest
    @MethodSource("valuesTooDear")
    void query_whoseRowsAreDear_isRefused(String sql) {
        assertThat(refusal(sql)).as(sql).isNotNull();
        assertThat(refusal(sql).sqlState()).isIn("42501", "54000", "54001", "22P02");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT x FROM (SELECT x FROM (SELECT x FROM (SELECT x FROM (SELECT x FROM t) a) b) c) d",
                "WITH a AS (SELECT 1 AS x), b AS (SELECT x FROM a), c AS (SELECT x FROM b) SELECT * FROM a, b, c",
                "WITH a (x, y) AS (SELECT 1, 2), b AS MATERIALIZED (SELECT * FROM a) SELECT * FROM b",
                "SELECT * FROM t a JOIN t b USING (x, y) JOIN t c ON b.x = c.x LEFT JOIN t d ON d.x IS DISTINCT FROM c.x",
                "SELECT extract(EPOCH FROM a.item_start), count(DISTINCT x) FROM performance_schema.top_ru a GROUP BY 1",
                "SELECT a.x * 100.0 / b.y FROM (SELECT sum(x) / 1000000000 AS x FROM t) a, (SELECT sum(y) AS y FROM t) b",
                "SELECT c.table_name FROM information_schema.tables t JOIN information_schema.columns c USING (table_name)",
                "SELECT sum(x) OVER (ORDER BY x ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), lag(x) OVER (ORDER BY x)",
                "SELECT digest_text FROM t WHERE digest_text LIKE '%orders%' AND digest_text LIKE '%where%' AND x IN (SELECT 1)",
                "SELECT digest_text FROM t WHERE digest_text LIKE '%orders%where%'",
                "SELECT a.x FROM (SELECT x FROM t) a WHERE a.x*2/3*4 > 1 OR a.x/7*8*9 > 2 AND a.x/3*4 < 1 OR a.x*2*3/4 > 5",
            })
    void query_asPeopleAsk_isLetThrough(String sql) {
        assertThat(refusal(sql)).as(sql).isNull();
    }

    @Test
    void nameOfACatalogTable_withoutItsSchema_isGivenIt() throws PostgresException {
        assertThat(StatementFilter.plan("SELECT count(*) FROM tables t, Columns c")
                        .get(0)
                        .text())
                .contains("FROM information_schema.tables t , information_schema.Columns c");
        assertThat(StatementFilter.plan("WITH tables AS (SELECT 1) SELECT * FROM tables")
                        .get(0)
                        .text())
                .doesNotContain("information_schema");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "settings sessions session_state query_statistics locks users roles rights in_doubt"
                        + " constants information_schema_catalog_name enum_values"
            })
    void tableOfTheCatalog_thatIsNotNamedInTheGuide_isRefused(String names) {
        for (String name : names.split(" ")) {
            for (String sql : new String[] {
                "SELECT * FROM information_schema." + name,
                "SELECT * FROM INFORMATION_SCHEMA . \"" + name + '"',
                "SELECT * FROM \"information_schema\"." + name,
                "SELECT * FROM performance_schema.information_schema." + name,
                "TABLE information_schema." + name,
                "SELECT 1 WHERE EXISTS (TABLE information_schema." + name + ")",
                "WITH a AS (SELECT * FROM information_schema." + name + ") SELECT 1 FROM a",
                "EXPLAIN SELECT * FROM information_schema." + name,
            }) {
                assertThat(refusal(sql)).as(sql).isNotNull();
                assertThat(refusal(sql).sqlState()).isEqualTo("42501");
            }
        }
    }

    /** Tests H2's tables with these names, which are hidden because the catalog answers instead. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pg_catalog.pg_settings",
                "\"pg_catalog\" . pg_roles",
                "information_schema.schemata",
                "information_schema.views"
            })
    void tableOfPostgresql_thatH2HasToo_isAnsweredByTheCatalog(String name) throws PostgresException {
        assertThat(StatementFilter.plan("SELECT * FROM " + name))
                .singleElement()
                .satisfies(planned -> assertThat(planned.kind()).isEqualTo(PlannedStatement.Kind.CATALOG));
    }

    /** Tests that the guide's sentence lists the same words as the filter. */
    @Test
    void tablesOfTheCatalog_areThoseOfTheGuide() throws IOException {
        String guide = Files.readString(Path.of("../../docs/guide/sql-tables.md"));
        Matcher sentence = Pattern.compile("may also join ([^.]*)\\sof\\s+`information_schema`\\.")
                .matcher(guide);
        assertThat(sentence.find()).isTrue();
        Set<String> named = new TreeSet<>();
        Matcher name = Pattern.compile("`(\\w+)`").matcher(sentence.group(1));
        while (name.find()) {
            named.add(name.group(1));
        }
        assertThat(named).isEqualTo(new TreeSet<>(QueryShape.CATALOG_TABLES.keySet()));
    }

    @Test
    void examples_ofTheGuide_areLetThrough() throws Exception {
        String guide = Files.readString(Path.of("../../docs/guide/sql-tables.md"));
        Matcher example = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL).matcher(guide);
        int examples = 0;
        while (example.find()) {
            assertThat(StatementFilter.plan(example.group(1))).hasSize(1);
            examples++;
        }
        assertThat(examples).isGreaterThan(8);
    }
}
