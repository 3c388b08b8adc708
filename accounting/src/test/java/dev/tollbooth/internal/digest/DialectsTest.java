package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.lexer.DatabaseProducts;
import dev.tollbooth.statement.SqlDialect;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectsTest {

    @ParameterizedTest
    @CsvSource({
        "MySQL, MYSQL",
        "MariaDB, MARIADB",
        "TiDB, TIDB",
        "PostgreSQL, POSTGRESQL",
        "H2, H2",
        "HSQL Database Engine, HSQLDB",
        "Apache Derby, DERBY",
        "Oracle, ORACLE",
        "Microsoft SQL Server, SQLSERVER",
        "SQLite, SQLITE",
        "DB2/LINUXX8664, DB2",
        "DB2 UDB for AS/400, DB2",
        "EnterpriseDB, POSTGRESQL",
        "Amazon Redshift, POSTGRESQL",
        "Greenplum Database, POSTGRESQL",
        "CockroachDB, POSTGRESQL",
        "YugabyteDB, POSTGRESQL",
        "DuckDB, POSTGRESQL_CONFORMING",
        "SingleStore, MYSQL",
        "Trino, ANSI",
        "Presto, ANSI",
        "HDB, ANSI",
        "Teradata, ANSI",
        "Microsoft Access, GENERIC",
        "Sybase SQL Server, GENERIC",
        "SQL Server, GENERIC",
        "Adaptive Server Enterprise, GENERIC",
        "Informix Dynamic Server, GENERIC",
        "Apache Hive, GENERIC",
        "Spark SQL, GENERIC",
        "Databricks, GENERIC",
        "Google BigQuery, GENERIC",
        "ClickHouse, GENERIC",
        "Snowflake, GENERIC",
        "Vertica Database, GENERIC",
        "Firebird 3.0, GENERIC",
        "OceanBase, GENERIC",
        "EXASolution, GENERIC",
        "Netezza, GENERIC",
        "INGRES, GENERIC",
        "ArcadeDB, GENERIC",
        "Something Else, GENERIC",
        "'', GENERIC"
    })
    void forProduct_name_givesItsDialect(String product, SqlDialect dialect) {
        assertThat(DatabaseProducts.dialectOf(product)).isEqualTo(dialect);
    }

    @Test
    void forProduct_null_isGeneric() {
        assertThat(DatabaseProducts.dialectOf(null)).isEqualTo(SqlDialect.GENERIC);
    }

    @Test
    void parse_anyCase_findsTheDialect() {
        assertThat(SqlDialect.parse("PostgreSQL")).isEqualTo(SqlDialect.POSTGRESQL);
        assertThat(SqlDialect.parse(" sql server ")).isEqualTo(SqlDialect.SQLSERVER);
        assertThat(SqlDialect.parse("postgresql_escapes")).isEqualTo(SqlDialect.POSTGRESQL_ESCAPES);
        for (SqlDialect dialect : SqlDialect.values()) {
            assertThat(SqlDialect.parse(dialect.settingName())).isEqualTo(dialect);
        }
    }

    @Test
    void parse_unknown_saysWhatIsAllowedAndNearest() {
        assertThatThrownBy(() -> SqlDialect.parse("postgres"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("digest.dialect=postgres")
                .hasMessageContaining("tidb, mysql, mariadb, postgresql")
                .hasMessageEndingWith("did you mean postgresql?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '~', textBlock = """
            ANSI      ¦ select "A""b", 'x''y' from t where a <> -1 -- c ¦ select `a"b` , ? from `t` where `a` <> ?
            ANSI      ¦ select a||b, c->>'x' from t                     ¦ select `a` || `b` , `c` ->> ? from `t`
            ORACLE    ¦ select q'[it's]', nq'!a'b!', q'('')' from dual  ¦ select ... from dual
            ORACLE    ¦ select a from t where b = :name and c# = 1.5f   ¦ select `a` from `t` where `b` = : `name` and `c#` = ?
            SQLSERVER ¦ select [a b], [c]]d], N'x' from [dbo].[t]       ¦ select `a b` , `c]d` , ? from `dbo` . `t`
            SQLSERVER ¦ select @v, @@rowcount, 0x1F, #t.a from #t       ¦ select `@v` , `@@rowcount` , ? , `#t` . `a` from `#t`
            SQLSERVER ¦ select /* a /* b */ c */ 1                      ¦ select ?
            SQLSERVER ¦ select $1.50, -$.5, €7, $a, $action from t     ¦ select ... , `$a` , `$action` from `t`
            H2        ¦ select 0b101, 0o17, 0xFF_FFL, 1_000, 0xg      ¦ select ... `xg`
            SQLITE    ¦ select [a], "b", `c`, x'1F' from t where d = ?1 ¦ select `a` , ? , `c` , ? from `t` where `d` = ?
            H2        ¦ select $$ it's $$, X'1F', a[1] from t // x      ¦ select ... , `a` [ ? ] from `t`
            H2        ¦ select 'a' from t limit 1 offset ?;             ¦ select ? from `t` limit ? offset ?
            DERBY     ¦ values {fn length('abc')}, {d '2024-01-01'}     ¦ values { `fn` `length` ( ? ) } , { `d` ? }
            DB2       ¦ select gx'0041', G'x' from t                    ¦ select ... from `t`
            HSQLDB    ¦ {call p(?, 1)}                                  ¦ { call `p` ( ... ) }
            """)
    void normalize_dialectsOwnTokens_knowsThem(SqlDialect dialect, String sql, String text) {
        assertThat(new TextNormalizer(dialect, DigestOptions.DEFAULT).normalize(sql))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"8.5.3, 8.5.3", "v7.5.0, 7.5.0", "8.0.11-TiDB-v8.5.1, 8.5.1", "6.1, 6.1.0"})
    void tidbVersion_text_isRead(String text, String version) {
        assertThat(TidbVersion.parse(text)).hasToString(version);
    }

    @Test
    void tidbVersion_noVersion_saysHowToWriteIt() {
        assertThatThrownBy(() -> TidbVersion.parse("latest"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("tidb-version=latest");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TIDB | select a.select, select.b, a. select, status from t | select `a` . `select` , `select` . `b` , `a` . `select` , status from `t`",
                "TIDB | select a from t where b = 12 order by a, 2 | select `a` from `t` where `b` = ? order by `a` , 2",
                "POSTGRESQL | select a.select, count(b), c.date from t where d = 12 and e < 3 | select `a` . `select` , count ( `b` ) , `c` . `date` from `t` where `d` = ? and `e` < ?",
                "H2 | select select.5 from t | select select ? from `t`",
            })
    void normalize_keywordBesideAPoint_isAName(SqlDialect dialect, String sql, String expected) {
        assertThat(new TextNormalizer(dialect, DigestOptions.DEFAULT).normalize(sql))
                .isEqualTo(expected);
    }

    /**
     * Returns the dialects without TiDB, whose server keeps a semicolon that a comment follows, and signs after some
     * words.
     */
    private static Stream<SqlDialect> unboundToTidb() {
        return Stream.of(SqlDialect.values()).filter(dialect -> dialect != SqlDialect.TIDB);
    }

    @Test
    void digest_semicolonsAroundAStatement_isThatWithoutThem() {
        for (SqlDialect dialect : SqlDialect.values()) {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            assertThat(normalizer.digest("select a from t where b = 1 ; \n"))
                    .as(dialect.name())
                    .isEqualTo(normalizer.digest("select a from t where b = 2"));
        }
        unboundToTidb().forEach(dialect -> {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            for (String text : List.of(
                    "%s;;", "%s; -- end\n", "%s; /* end */", "%s /* end */ ;\n/* end */;\n", ";%s", " ; ; %s;")) {
                for (String sql :
                        List.of("select a from t where b = 1", "update t set a = 1; delete from t where b = 2")) {
                    assertThat(normalizer.normalize(text.formatted(sql)))
                            .as("%s in %s", text, dialect)
                            .isEqualTo(normalizer.normalize(sql));
                }
            }
        });
    }

    @Test
    void digest_signsOfNumbers_isThatWithoutThem() {
        List<String> texts = List.of(
                "select a from t where b between # and #",
                "select a from t where b not between # and # and c = #",
                "select a from t where b != # or b <> #",
                "select case when a = # then # else # end from t",
                "select a from t where b like # limit #",
                "select a from t where b in (#, #) and c * # > d / #",
                "update t set a = #, b = b + # where c = #");
        Stream.of(SqlDialect.values())
                .filter(dialect -> dialect != SqlDialect.TIDB && !dialect.name().startsWith("POSTGRES"))
                .forEach(dialect -> {
                    TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
                    for (String text : texts) {
                        String plain = normalizer.normalize(text.replace("#", "1"));
                        assertThat(normalizer.normalize(text.replace("#", "-1")))
                                .as(dialect.name())
                                .isEqualTo(plain);
                        assertThat(normalizer.normalize(text.replace("#", "- +1.5")))
                                .as(dialect.name())
                                .isEqualTo(plain);
                    }
                    for (String operand :
                            List.of("b", "`and`", "t.limit", "(b)", "f(b)", "?", "5", "case when b then c end")) {
                        assertThat(normalizer.normalize("select " + operand + " - 1 from t"))
                                .as("%s in %s", operand, dialect)
                                .contains(" - ?");
                    }
                });
    }
}
