package dev.tollbooth.internal.postgres.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tollbooth.internal.postgres.token.SqlTokenizer;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the catalog's answers and limits: each query ends with an answer or an error. */
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CatalogQuestionTest {

    private static final List<CatalogColumn> COLUMNS = columns();

    private static final int MOST_STEPS = 4_000_000;
    private static final long MOST_ALLOCATED = 256L << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static List<CatalogColumn> columns() {
        List<CatalogColumn> columns = new ArrayList<>();
        for (String table : List.of("alpha", "beta_gamma")) {
            columns.add(new CatalogColumn(table, "id", 1, "bigint", 0));
            columns.add(new CatalogColumn(table, "name", 2, "character varying", 64));
            columns.add(new CatalogColumn(table, "big", 3, "numeric", 20 << 16));
        }
        return columns;
    }

    private static Catalog catalog() {
        return new Catalog(COLUMNS, Map.of("server_version", "14.0", "search_path", "performance_schema"), "reader");
    }

    private static String answer(String sql, Object... parameters) throws PostgresException {
        return CatalogQuestion.of(SqlTokenizer.tokens(sql)).answer(catalog(), List.of(parameters), () -> true);
    }

    /** Returns the rows of H2 for the SQL that the catalog answers with. */
    private static List<String> rows(String sql, Object... parameters) throws PostgresException, SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection =
                        DriverManager.getConnection("jdbc:h2:mem:;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(answer(sql, parameters))) {
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(result.getString(i)).strip());
                }
                rows.add(String.join("|", values));
            }
        }
        return rows;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT relname FROM pg_class WHERE relkind = 'r' ORDER BY 1 DESC; beta_gamma,alpha",
                "SELECT c.relname FROM pg_catalog.pg_class c WHERE c.relname ~ '^(beta.*)$'; beta_gamma",
                "SELECT c.relname FROM pg_class c WHERE c.relname OPERATOR(pg_catalog.~) '^(a.*)$' COLLATE pg_catalog.default; alpha",
                "SELECT relname FROM pg_class WHERE relname LIKE 'beta\\_%'; beta_gamma",
                "SELECT relname FROM pg_class WHERE relname NOT LIKE 'a%' AND NOT relname = 'x'; beta_gamma",
                "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'; performance_schema",
                "SELECT a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
                        + " WHERE c.relname = 'alpha' ORDER BY a.attnum; id|bigint,name|character varying(64),big|numeric(20\\,0)",
                "SELECT count(*), max(attname) FROM pg_attribute; 6|name",
                "SELECT c.relname, count(*) FROM pg_class c, pg_attribute a WHERE a.attrelid = c.oid GROUP BY c.relname"
                        + " HAVING count(*) > 2 ORDER BY 1 LIMIT 1; alpha|3",
                "SELECT row_number() OVER (PARTITION BY attrelid ORDER BY attname) n, attname FROM pg_attribute WHERE attrelid = 16384"
                        + " ORDER BY n; 1|big,2|id,3|name",
                "SELECT CASE relkind WHEN 'r' THEN 'table' ELSE 'other' END FROM pg_class LIMIT 1; table",
                "SELECT 'pg_class'::regclass::oid = 1259, 'alpha'::regclass::text FROM pg_database; TRUE|alpha",
                "SELECT relname FROM pg_class WHERE oid = ANY (ARRAY[16385]); beta_gamma",
                "SELECT relname FROM pg_class WHERE oid IN (SELECT attrelid FROM pg_attribute WHERE attname = 'id') ORDER BY oid; alpha,beta_gamma",
                "SELECT EXISTS (SELECT 1 FROM pg_proc), (SELECT nspname FROM pg_namespace n WHERE n.oid = 16383); FALSE|performance_schema",
                "SELECT n.nspname, t.extra FROM pg_namespace n LEFT JOIN pg_trigger t ON t.tgrelid = n.oid WHERE n.oid = 11; pg_catalog|null",
                "SELECT c.relname FROM pg_class c WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = 'performance_schema')"
                        + " ORDER BY 1; alpha,beta_gamma",
                "SELECT relname, (SELECT relname FROM pg_class WHERE oid = 16385) FROM pg_class ORDER BY 1; alpha|beta_gamma,beta_gamma|beta_gamma",
                "SELECT relname FROM pg_class c WHERE EXISTS (SELECT 1 FROM pg_namespace WHERE relname = 'alpha'); alpha",
                "SELECT relname FROM pg_class WHERE relname ~ '^beta(_gam)?ma$' OR relname ~ '^al(_gam)?pha$' ORDER BY 1; alpha,beta_gamma",
                "SELECT * FROM current_schema(); performance_schema",
                "SELECT grantee FROM information_schema.table_privileges; ''",
                "WITH t AS (SELECT relname FROM pg_class) SELECT t.* FROM t UNION ALL SELECT 'x' ORDER BY 1; alpha,beta_gamma,x",
                "SELECT (current_schemas(true))[2], array_upper(current_schemas(true), 1); performance_schema|2",
                "SELECT s FROM generate_series(1, 3) s JOIN pg_database d ON true WHERE s BETWEEN 2 AND 3; 2,3",
                "SELECT string_agg(relname, ',' ORDER BY relname DESC) FROM pg_class WHERE relname IS NOT NULL; beta_gamma\\,alpha",
                "SELECT current_setting('server_version'), pg_get_userbyid(10), has_table_privilege('x', 'select'); 14.0|tollbooth|TRUE",
                "SELECT unknown_thing FROM pg_no_such_table; ''",
            })
    void answer_ofAQuestion_isWhatPostgresqlSays(String sql, String expected) throws Exception {
        String[] rows = expected.split("(?<!\\\\),");
        for (int i = 0; i < rows.length; i++) {
            rows[i] = rows[i].replace("\\,", ",");
        }
        assertThat(rows(sql)).containsExactly(expected.isEmpty() ? new String[0] : rows);
    }

    @Test
    void answer_withParameters_comparesWithThem() throws Exception {
        assertThat(rows("SELECT oid FROM pg_class WHERE relname = $1 AND oid > $2", "alpha", 5L))
                .containsExactly("16384");
        int[] types = CatalogQuestion.of(SqlTokenizer.tokens("SELECT 1 FROM pg_type WHERE oid = $2 AND typname = $1"))
                .parameterTypes(new int[0]);
        assertThat(types).containsExactly(1043, 23);
    }

    /** Tests that a value can't become SQL, because the catalog passes only constants to H2. */
    @Test
    void answer_withQuotes_staysAConstant() throws Exception {
        String name = "x'); DROP ALL OBJECTS; --";
        assertThat(rows("SELECT $1 AS \"a\"\"b\" FROM pg_database", name)).containsExactly(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1 FROM pg_attribute a, pg_attribute b, pg_attribute c, pg_attribute d, pg_attribute e, pg_attribute f,"
                        + " pg_attribute g, pg_attribute h",
                "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b, pg_database",
                "SELECT 1 FROM pg_class WHERE 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' ~ '^((a|a|b)+c?)+$x|^(a?){40}(a|b)*z'",
                "SELECT 1 FROM pg_am WHERE 'a' ~ '(?:(?:){2147483647}){2147483647}'",
                "SELECT 1 FROM pg_am WHERE 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' !~* '(a*)*b'",
                "SELECT 1 FROM pg_am WHERE 'a' ~ '[[:alpha:]]'",
                "SELECT 1 FROM pg_am WHERE 'a' ~ '^a+$'",
                "SELECT 1 FROM pg_am WHERE 'a' ~ '\\d'",
                "SELECT 1 FROM pg_am WHERE 'a' ~ '((a))'",
                "SELECT 1 FROM pg_am WHERE 'a' ~ '(a'",
                "SELECT ARRAY[ARRAY[ARRAY[ARRAY[ARRAY['a']]]]] FROM pg_am",
                "SELECT a FROM generate_series(1, 9000) a, generate_series(1, 6) b GROUP BY a, b, repeat('x', 9), a || b, b || a",
                "SELECT string_agg(x, x) FROM (SELECT repeat || repeat AS x FROM (SELECT array_agg(a.attname || b.attname)::text AS"
                        + " repeat FROM pg_attribute a, pg_attribute b, pg_attribute c, pg_attribute d) r, pg_attribute e,"
                        + " pg_attribute f, pg_attribute g) s",
                "SELECT row_number() OVER (ORDER BY a) FROM generate_series(1, 10000) a, pg_database",
                "SELECT a FROM generate_series(1, 9000) a, pg_database ORDER BY -a",
                "SELECT a.* FROM pg_class a, generate_series(1, 9000) b",
            })
    void answer_ofWhatHasNoEnd_endsWithAnError(String sql) {
        assertThatThrownBy(() -> answer(sql))
                .isInstanceOfSatisfying(
                        PostgresException.class,
                        e -> assertThat(e.sqlState())
                                .isIn(
                                        "54000",
                                        "54001",
                                        "53400",
                                        "42601",
                                        PostgresException.UNSUPPORTED,
                                        PostgresException.TOO_COMPLEX,
                                        PostgresException.LIMIT));
    }

    /** Tests texts of which each is twice as long as the previous one, with common parts. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ARRAY[v, v]",
                "ARRAY[v, v]::text",
                "v || v",
                "concat(v, v)",
                "replace(v, 'x', 'xx')",
                "array_to_string(ARRAY[v, v], '')",
                "upper(v || v)",
                "quote_literal(quote_literal(v) || v)"
            })
    void answer_ofWhatDoublesEachTime_endsWithAnError(String twice) {
        for (String last : List.of(
                "SELECT v FROM a28, pg_am p",
                "SELECT DISTINCT v FROM a28",
                "SELECT v FROM a28 UNION SELECT v FROM a27",
                "SELECT count(*) FROM a28 GROUP BY v",
                "SELECT 1 FROM a28 WHERE v::text = v::text",
                "SELECT count(DISTINCT v) FROM a28")) {
            StringBuilder sql = new StringBuilder("WITH a0 AS (SELECT 'x' v FROM pg_am)");
            for (int i = 1; i <= 28; i++) {
                sql.append(", a" + i + " AS (SELECT " + twice + " v FROM a" + (i - 1) + ")");
            }
            assertEnds(sql + " " + last, PostgresException.TOO_COMPLEX);
        }
    }

    /** Tests a long text in each column, which is one text in memory but many in the answer. */
    @Test
    void answer_ofOneTextInManyColumns_endsWithAnError() {
        assertEnds(
                "WITH t AS (SELECT replace('" + "x".repeat(1_000) + "', 'x', '" + "y".repeat(500)
                        + "') v FROM pg_am) SELECT " + "v, ".repeat(200) + "v FROM t",
                PostgresException.TOO_COMPLEX,
                PostgresException.LIMIT);
    }

    private static void assertEnds(String sql, String... states) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> answer(sql))
                .isInstanceOfSatisfying(
                        PostgresException.class, e -> assertThat(e.sqlState()).isIn((Object[]) states));
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).as(sql).isLessThan(MOST_ALLOCATED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' LIKE '%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%b'; false",
                "'abcab' LIKE '%ab'; true",
                "'a_c' LIKE 'a\\_c'; true",
                "'abc' LIKE 'a\\_c'; false",
                "'ABC' ILIKE 'a_c'; true",
                "'abc' !~~ 'a%'; false",
                "'pg_toast' ~ '^pg_'; true",
                "'pgxtoast' ~ '^pg_'; false",
                "'xpg_' ~ '^pg_'; false",
                "'a%b' ~ 'a%b$'; true",
                "'axxb' ~ 'a%b$'; false",
                "'ABC' ~* '^(x|a.c)$'; true",
                "'abcd' ~ '^(x|a.c)$'; false",
                "'a.b' ~ '^(a\\.b)$'; true",
                "'axb' ~ '^(a\\.b)$'; false",
                "'second' ~ '^first|second$'; true",
                "'seconds' ~ '^first|second$'; false",
                "'log_y_2' ~ '^log_(x|y)_.*'; true",
                "'abc' ~ ''; true",
            })
    void answer_ofAPattern_isWhatPostgresqlSays(String condition, boolean expected) throws Exception {
        assertThat(rows("SELECT " + condition + " FROM pg_am")).containsExactly(expected ? "TRUE" : "FALSE");
    }

    /** Tests errors that end a statement, not the session. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT 1 FROM pg_am ORDER BY 1.5; 1",
                "SELECT 1 FROM pg_am ORDER BY 99999999999999999999; 1",
                "SELECT count(*) FROM pg_am, unnest() u; 0",
                "SELECT array_position(current_schemas(true), NULL) FROM pg_am; null",
                "SELECT ARRAY(SELECT x.* FROM pg_am) FROM pg_am; {NULL}",
                "SELECT 1 WHERE (SELECT x.* FROM pg_am) IS NULL AND pg_is_in_recovery() IS NOT NULL; 1",
            })
    void answer_ofAnOddQuestion_isAnAnswer(String sql, String expected) throws Exception {
        assertThat(rows(sql)).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT oid, 1 FROM pg_am UNION SELECT 1 FROM pg_am",
                "SELECT * FROM (SELECT 1 a, 2 b FROM pg_am UNION ALL SELECT 1 FROM pg_am) x",
                "SELECT x.* FROM pg_am",
            })
    void answer_ofColumnsThatAreMissing_isASyntaxError(String sql) {
        assertEnds(sql, PostgresException.SYNTAX);
    }

    @Test
    void answer_ofALongChain_endsWithAnError() {
        assertEnds("SELECT 1" + " || 1".repeat(1_900) + " FROM pg_am", PostgresException.TOO_COMPLEX);
    }

    /** Tests a row that takes as long to compute as many rows. */
    @Test
    void answer_ofOneRow_asksWhetherItGoesOn() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        String sql = "SELECT 1 FROM pg_am WHERE $1 LIKE '%b%c%d'";
        CatalogQuestion.of(SqlTokenizer.tokens(sql))
                .answer(catalog(), List.of("a".repeat(8_000)), () -> asked.incrementAndGet() > 0);
        assertThat(asked).hasValueGreaterThan(20);
    }

    @Test
    void of_whatIsNestedTooDeep_isRefused() {
        for (String sql : List.of(
                "SELECT " + "(".repeat(1_900) + "1" + ")".repeat(1_900) + " FROM pg_class",
                "SELECT " + "NOT ".repeat(3_900) + "true FROM pg_class",
                "SELECT " + "- ".repeat(3_900) + "1 FROM pg_class",
                "SELECT 1 FROM " + "(SELECT 1 FROM ".repeat(900) + "pg_class" + ") x".repeat(900),
                "SELECT 1 FROM " + "(".repeat(1_900) + "pg_class" + ")".repeat(1_900))) {
            assertThatThrownBy(() -> CatalogQuestion.of(SqlTokenizer.tokens(sql)))
                    .as(sql.substring(0, 40))
                    .isInstanceOf(PostgresException.class);
        }
    }

    @Test
    void answer_whoseClientHasGone_ends() {
        assertThatThrownBy(() -> CatalogQuestion.of(SqlTokenizer.tokens("SELECT 1 FROM pg_class"))
                        .answer(catalog(), List.of(), () -> false))
                .isInstanceOf(PostgresException.class);
    }

    /** Tests random queries of the grammar's parts: each is answered or rejected, and never fails otherwise. */
    @Test
    void answer_ofRandomQuestions_isAnAnswerOrARefusal() {
        String[] parts = {
            "SELECT",
            "FROM",
            "WHERE",
            "pg_class c",
            "pg_attribute a",
            "pg_namespace",
            "LEFT JOIN",
            "JOIN",
            "ON",
            ",",
            "(",
            ")",
            "*",
            "c.*",
            "c.oid",
            "a.attname",
            "=",
            "<>",
            "~",
            "LIKE",
            "'a%'",
            "'^(a|b)*$'",
            "1",
            "-",
            "||",
            "::text",
            "::regclass",
            "[1]",
            "AND",
            "OR",
            "NOT",
            "IN",
            "EXISTS",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "END",
            "count(*)",
            "array_agg(a.attname)",
            "AS x",
            "GROUP BY",
            "ORDER BY",
            "LIMIT 2",
            "UNION ALL",
            "WITH t AS",
            "ANY",
            "ARRAY[1, 2]",
            "NULL",
            "IS NULL",
            "$1",
            "BETWEEN",
            "generate_series(1, 5) g",
            "string_to_array('a,b', ',')",
            "row_number() OVER (ORDER BY 1)",
            "'x'::oid",
            "COLLATE x",
            "!~* '^(?:a+)?$'",
            "ARRAY[c.relname, x]",
            "upper(c.relname)",
            "replace(c.relname, 'a', c.relname)",
            "array_to_string(ARRAY[x, x], ',')",
            "unnest()",
            "ORDER BY 1.5",
            "DISTINCT",
            "UNION SELECT 1, 2",
        };
        Random random = new Random(17);
        int answered = 0;
        for (int i = 0; i < 60_000; i++) {
            StringBuilder sql = new StringBuilder("SELECT c.relname");
            for (int n = random.nextInt(3); n > 0; n--) {
                sql.append(random.nextBoolean() ? " , " : " || ").append(parts[random.nextInt(parts.length)]);
            }
            sql.append(" FROM pg_class c ");
            for (int n = random.nextInt(9); n > 0; n--) {
                sql.append(parts[random.nextInt(parts.length)]).append(' ');
            }
            answered += isAnswered(sql.toString()) ? 1 : 0;
        }
        assertThat(answered).isGreaterThan(1_000);
    }

    /** Runs a query without the handler that makes an error of any exception; returns whether it was answered. */
    private static boolean isAnswered(String sql) {
        Evaluation run = new Evaluation(catalog(), List.of("a"), () -> true);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        boolean answered = false;
        try {
            CatalogQuestion question = CatalogQuestion.of(SqlTokenizer.tokens(sql));
            assertThat(question.answer(run)).startsWith("SELECT CAST(c0 AS ");
            answered = true;
        } catch (PostgresException e) {
            assertThat(e.isFatal()).as(sql).isFalse();
            assertThat(e.sqlState()).as(sql).isNotEqualTo(PostgresException.INTERNAL);
        } catch (RuntimeException | StackOverflowError e) {
            throw new AssertionError(sql, e);
        }
        assertThat(run.count()).as(sql).isLessThanOrEqualTo(MOST_STEPS);
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).as(sql).isLessThan(MOST_ALLOCATED);
        return answered;
    }

    private static String expression(Random random, int depth) {
        String[] leaves = {
            "v", "v", "'x'", "'{a,b}'", "'^(x|a.*)$'", "'%x_'", "''", "7", "NULL", "attname", "ARRAY[1, 2]", "true"
        };
        String[] calls = {
            "upper(#)",
            "lower(#)",
            "replace(#, #, #)",
            "# || #",
            "ARRAY[#, #]",
            "ARRAY[#, #, #, #]",
            "array_to_string(#, #)",
            "string_to_array(#, #)",
            "(#)::text",
            "(#)::text[]",
            "concat(#, #, #)",
            "coalesce(#, #)",
            "greatest(#, #)",
            "quote_ident(#)",
            "quote_literal(#)",
            "left(#, #)",
            "right(#, #)",
            "substr(#, #, #)",
            "array_position(#, #)",
            "(# = ANY(#))",
            "(# ~ #)",
            "(# !~* #)",
            "(# LIKE #)",
            "(# < #)",
            "string_agg(#, #)",
            "array_agg(#)",
            "count(DISTINCT #)",
            "max(#)",
            "(#)[#]",
            "CASE WHEN # THEN # ELSE # END",
            "format_type(#, #)",
            "(#)::regclass",
            "unnest(#)",
            "(# + #)",
            "-(#)",
            "(# IN (#, #))",
            "ARRAY(SELECT # FROM a0)",
            "(SELECT # FROM a0)",
            "parse_ident(#)",
            "trim(#)",
            "length(#)",
            "nullif(#, #)",
            "(# IS DISTINCT FROM #)",
            "row_number() OVER (PARTITION BY # ORDER BY #)"
        };
        if (depth == 0 || random.nextInt(4) == 0) {
            return leaves[random.nextInt(leaves.length)];
        }
        StringBuilder whole = new StringBuilder();
        for (char c : calls[random.nextInt(calls.length)].toCharArray()) {
            whole.append(c == '#' ? expression(random, depth - 1) : String.valueOf(c));
        }
        return whole.toString();
    }

    /** Tests texts and arrays that are made of each other repeatedly. */
    @Test
    void answer_ofRandomTexts_endsInStepsAndInBytes() {
        Random random = new Random(23);
        int answered = 0;
        for (int i = 0; i < 200; i++) {
            StringBuilder sql = new StringBuilder("WITH a0 AS (SELECT 'x' v, 1 w FROM pg_am)");
            int levels = random.nextInt(20);
            String again = expression(random, 2);
            for (int level = 1; level <= levels; level++) {
                again = random.nextInt(3) == 0 ? expression(random, 2) : again;
                sql.append(", a" + level + " AS (SELECT " + again + " v FROM a" + (level - 1) + ")");
            }
            sql.append(" SELECT ")
                    .append(random.nextBoolean() ? "DISTINCT " : "")
                    .append(expression(random, 3));
            sql.append(" FROM a" + levels + ", pg_attribute, generate_series(1, " + (1 + random.nextInt(300)) + ") s");
            sql.append(random.nextBoolean() ? " WHERE " + expression(random, 2) : "");
            sql.append(random.nextBoolean() ? " GROUP BY " + expression(random, 2) : "");
            sql.append(random.nextInt(4) == 0 ? " UNION SELECT " + expression(random, 2) + " FROM a0" : "");
            sql.append(random.nextBoolean() ? " ORDER BY " + expression(random, 1) : "");
            answered += isAnswered(sql.toString()) ? 1 : 0;
        }
        assertThat(answered).isGreaterThan(20);
    }
}
