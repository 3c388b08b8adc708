package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests names that programs generate at run time, and digits in names. */
class MadeUpNamesTest {

    private static String normalize(SqlDialect dialect, String sql) {
        return new TextNormalizer(dialect, DigestOptions.DEFAULT).normalize(sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "savepoint #",
                "SAVEPOINT # on rollback retain cursors",
                "release savepoint #",
                "release #",
                "rollback to savepoint #",
                "rollback to #",
                "rollback work to #",
                "rollback transaction to savepoint #",
                "declare # cursor for select a from t",
                "declare # insensitive scroll cursor with hold for select a from t where b = 1",
                "open #",
                "close #",
                "fetch #",
                "fetch next from #",
                "fetch absolute -5 in # into a",
                "fetch forward 100 from #",
                "deallocate #",
                "deallocate prepare #",
                "listen #",
                "unlisten #",
                "notify #, 'x'",
                "select 1; savepoint #; update t set a = 1; release savepoint #"
            })
    void normalize_nameMadeUp_isALiteral(String sql) {
        Stream.of(SqlDialect.values())
                .filter(dialect -> dialect != SqlDialect.TIDB)
                .forEach(dialect -> {
                    String text = normalize(dialect, sql.replace("#", "n_4711"));

                    assertThat(text)
                            .as("%s", dialect)
                            .isEqualTo(normalize(dialect, sql.replace("#", "other")))
                            .doesNotContain("4711");
                    assertThat(text.split(" ", -1))
                            .as("%s", dialect)
                            .containsAnyOf("?", "...")
                            .doesNotContain("`other`");
                    assertThat(normalize(SqlDialect.TIDB, sql.replace("#", "n_4711")))
                            .contains("n_4711");
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SQLSERVER  | save transaction n_4711
            SQLSERVER  | save tran n_4711
            SQLSERVER  | rollback transaction n_4711
            SQLSERVER  | begin tran n_4711
            MYSQL      | execute n_4711 using @a
            MYSQL      | drop prepare n_4711
            MARIADB    | execute n_4711
            MYSQL      | prepare n_4711 from 'select 1'
            H2         | prepare n_4711 as select 1
            ANSI       | prepare n_4711 from select 1
            ANSI       | execute n_4711 using 1
            POSTGRESQL | move 5 from n_4711
            H2         | execute n_4711
            """)
    void normalize_dialectsOwnStatement_namesNoName(SqlDialect dialect, String sql) {
        assertThat(normalize(dialect, sql)).doesNotContain("4711").contains("?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ORACLE     | execute n_4711
            SQLSERVER  | execute n_4711 1
            SQLSERVER  | declare @n_4711 int
            SQLSERVER  | open symmetric key n_4711 decryption by certificate c
            MYSQL      | select savepoint, open from n_4711
            MYSQL      | begin
            H2         | delete from n_4711 where release = 1
            POSTGRESQL | select a as savepoint from n_4711
            POSTGRESQL | execute n_4711(1, 2)
            POSTGRESQL | prepare n_4711 (int) as select $1
            POSTGRESQL | prepare transaction 'x'; select n_4711
            POSTGRESQL | close all; select n_4711
            POSTGRESQL | rollback and chain; select n_4711
            DB2        | declare global temporary table n_4711 (a int)
            """)
    void normalize_otherName_isKept(SqlDialect dialect, String sql) {
        assertThat(normalize(dialect, sql).contains("n_4711")).isEqualTo(sql.contains("n_4711"));
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void normalize_digitsMasked_areOneSharpARun(SqlDialect dialect) {
        DigestOptions masking = DigestOptions.DEFAULT.maskingNameDigits(true);
        TextNormalizer normalizer = new TextNormalizer(dialect, masking);
        String sql =
                "insert into tmp_4711 select t1.c12x, é7é from s2024_01.part_%d_of_7, longer_than_sixteen_%d t1 where a = 1";

        String text = normalizer.normalize(sql.formatted(1, 2));

        assertThat(normalizer.normalize(sql.formatted(200, 31))).isEqualTo(text);
        assertThat(text)
                .isEqualTo("insert into `tmp_#` select `t#` . `c#x` , `é#é` from `s#_#` . `part_#_of_#` ,"
                        + " `longer_than_sixteen_#` `t#` where `a` = ?");
        assertThat(normalizer.digest(sql.formatted(1, 2)).summary())
                .isEqualTo("insert tmp_# select s#_#.part_#_of_# longer_than_sixteen_#");
        assertThat(new TextNormalizer(dialect, DigestOptions.DEFAULT).normalize(sql.formatted(1, 2)))
                .contains("`tmp_4711`");
    }

    @Test
    void normalize_jsonOperators_areKeptApartButByTidb() {
        for (SqlDialect dialect : SqlDialect.values()) {
            String value = normalize(dialect, "select doc->'$.a' from t");
            String text = normalize(dialect, "select doc->>'$.a' from t");
            if (dialect == SqlDialect.TIDB) {
                assertThat(value).isEqualTo(text).isEqualTo("select `doc`  ? from `t`");
            } else {
                assertThat(value).isEqualTo("select `doc` -> ? from `t`");
                assertThat(text).isEqualTo("select `doc` ->> ? from `t`");
            }
        }
    }
}
