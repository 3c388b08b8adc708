package dev.tollbooth.internal.postgres.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.postgres.token.SqlTokenizer;
import dev.tollbooth.internal.postgres.wire.PostgresException;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of the catalog, and what it bounds: each question ends, by its answer or by an error. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CatalogQuestionTest {

    private static final List<CatalogColumn> COLUMNS = columns();

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

    /** The rows as H2 gives them, which the answer is SQL for. */
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

    /** A value can be no SQL: what H2 is given are constants. */
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
                "SELECT 1 FROM pg_class WHERE 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' LIKE"
                        + " '%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%b'",
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
                                        PostgresException.TOO_COMPLEX,
                                        PostgresException.LIMIT));
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

    /** Whatever is put together of the grammar's parts is answered or refused, and never fails otherwise. */
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
            try {
                assertThat(answer(sql.toString(), "a")).startsWith("SELECT CAST(c0 AS ");
                answered++;
            } catch (PostgresException e) {
                assertThat(e.isFatal()).as(sql.toString()).isFalse();
            }
        }
        assertThat(answered).isGreaterThan(1_000);
    }
}
