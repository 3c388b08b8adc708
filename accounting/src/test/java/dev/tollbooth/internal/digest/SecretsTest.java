package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.digest.SecretShapes.Shape;
import dev.tollbooth.internal.lexer.DatabaseProducts;
import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests passwords and strings in all shapes of {@code secret-shapes.txt}: no output shows them. */
class SecretsTest {

    private static final int CACHE_BYTES = 1 << 22;
    private static final DigestOptions WHOLE = new DigestOptions(1 << 20, true, TidbVersion.CURRENT);
    private static final DigestOptions CUT = new DigestOptions(48, true, TidbVersion.CURRENT);

    private final List<Shape> shapes = SecretShapes.all();

    @Test
    void shapes_all_coverEachDialectInFiveHundredAndMore() {
        assertThat(shapes).hasSizeGreaterThan(500).allMatch(shape -> SecretShapes.isShown(shape.sql()));
        assertThat(shapes).extracting(Shape::dialect).contains(SqlDialect.values());
    }

    @Test
    void shapes_products_haveTheirDialect() {
        assertThat(shapes)
                .filteredOn(shape -> !shape.product().isEmpty())
                .allMatch(shape -> DatabaseProducts.dialectOf(shape.product()) == shape.dialect());
    }

    @Test
    void digest_anyShape_showsNoSecret() {
        assertNoneLeaks(shapes, dialect -> {
            TextNormalizer whole = new TextNormalizer(dialect, WHOLE);
            TextNormalizer cut = new TextNormalizer(dialect, CUT);
            return sql -> shown(whole.digest(sql)) + shown(cut.digest(sql)) + whole.normalize(sql);
        });
    }

    @Test
    void statements_anyShape_showNoSecret() {
        assertNoneLeaks(shapes, dialect -> {
            TextNormalizer normalizer = new TextNormalizer(dialect, WHOLE);
            return sql -> {
                StringBuilder all = new StringBuilder();
                normalizer.statements(sql).forEach(digest -> all.append(shown(digest)));
                return all.toString();
            };
        });
    }

    @Test
    void get_anyShapeSeveralTimes_showsNoSecret() {
        assertNoneLeaks(shapes, dialect -> {
            DigestCache cache = new DigestCache(dialect, WHOLE, CACHE_BYTES);
            return sql -> shown(cache.get(sql)) + shown(cache.get(sql)) + shown(cache.get(sql));
        });
    }

    @Test
    void digest_otherSpaceCommentsAndCase_showsNoSecret() {
        long seed = 20270116;
        Random random = new Random(seed);
        List<Shape> mutants = new ArrayList<>();
        for (Shape shape : shapes) {
            for (int i = 0; i < 10; i++) {
                mutants.add(new Shape(shape.dialect(), shape.product(), mutated(shape.sql(), random)));
            }
        }
        assertNoneLeaks(mutants, dialect -> {
            TextNormalizer normalizer = new TextNormalizer(dialect, WHOLE);
            return sql -> shown(normalizer.digest(sql));
        });
    }

    /** Tests a statement before or after another one, which must be as safe as alone. */
    @Test
    void digest_amongOtherStatements_showsNoSecret() {
        List<Shape> texts = new ArrayList<>();
        for (Shape shape : shapes) {
            texts.add(new Shape(shape.dialect(), "", "select a from t where b = 1; " + shape.sql()));
            texts.add(new Shape(shape.dialect(), "", "commit;\n" + shape.sql() + "\n; select 1"));
        }
        assertNoneLeaks(texts, dialect -> {
            TextNormalizer normalizer = new TextNormalizer(dialect, WHOLE);
            return sql -> shown(normalizer.digest(sql));
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '~', textBlock = """
            ORACLE    ¦ alter user scott identified by tiger account unlock      ¦ alter user `scott` identified by ?
            ORACLE    ¦ create user a identified by "B" profile p                ¦ create user `a` identified by ? profile `p`
            ORACLE    ¦ alter user a identified by "b" replace "c" account lock  ¦ alter user `a` identified by ? replace ? account lock
            ORACLE    ¦ alter user a identified by b; select c from d            ¦ alter user `a` identified by ? ; select `c` from `d`
            ORACLE    ¦ alter user a password expire account unlock              ¦ alter user `a` password expire account unlock
            DB2       ¦ connect to a user b using c                              ¦ `connect` to `a` user `b` using ?
            DB2       ¦ connect reset                                            ¦ `connect` reset
            SQLITE    ¦ pragma key = "a"                                         ¦ `pragma` key = ?
            SQLITE    ¦ select "a" . "b", "t"."c" from "t" where "d" = "e"       ¦ select ? . `b` , `t` . `c` from `t` where ? = ?
            SQLITE    ¦ insert into "t" ("a", "b") values (1, 2)                 ¦ insert into `t` ( ... ) values ( ... )
            SQLSERVER ¦ exec p a, @b = c, @d output                              ¦ `exec` `p` ? , `@b` = ? , `@d` `output`
            SQLSERVER ¦ alter login a with password = @b                         ¦ alter `login` `a` with password = `@b`
            SQLSERVER ¦ grant execute on a to b                                  ¦ grant execute on `a` to `b`
            SQLSERVER ¦ if 1 = 1 exec p a                                        ¦ if ? = ? `exec` `p` ?
            SQLSERVER ¦ select a."b", "c" from "t" with (nolock) where "d" = 1   ¦ select `a` . `b` , ? from `t` with ( `nolock` ) where ? = ?
            POSTGRESQL ¦ grant secrets to b                                       ¦ grant `secrets` to `b`
            POSTGRESQL ¦ alter role a set token to b                              ¦ alter role `a` set `token` to ?
            DB2       ¦ restore database a user b using c                        ¦ restore database `a` user `b` using ?
            GENERIC   ¦ create user if not exists a.b with default role = c      ¦ create user if not exists `a` . `b` with default role = ?
            GENERIC   ¦ create user a unheard of                                 ¦ create user `a` ?
            DERBY     ¦ select /* a /* b */ c */ d from t                        ¦ select `d` from `t`
            GENERIC   ¦ select 'it\\'s', a from t                                ¦ select ?
            GENERIC   ¦ select 'it''s', a from t where b = "c"                   ¦ select ? , `a` from `t` where `b` = ?
            GENERIC   ¦ select a from "t" where b = r'c' and d = $$e$$           ¦ select `a` from `t` where `b` = ? and `d` = ?
            GENERIC   ¦ create table t (password string)                         ¦ create table `t` ( password `string` )
            GENERIC   ¦ insert into t (a) format csv b@c.d,"x"                   ¦ insert into `t` ( `a` ) format `csv` ?
            GENERIC   ¦ insert into t select a format from b                     ¦ insert into `t` select `a` format from `b`
            GENERIC   ¦ insert into t select a from format f where f.b = 1       ¦ insert into `t` select `a` from format `f` where `f` . `b` = ?
            GENERIC   ¦ insert into t exec sp_addlogin a, b                      ¦ insert into `t` `exec` `sp_addlogin` ...
            GENERIC   ¦ execute immediate 'a' into y using 1 as z                ¦ execute `immediate` ? into `y` using ? as `z`
            GENERIC   ¦ set x = (select a from b where c = 1)                    ¦ set `x` = ( select `a` from `b` where `c` = ? )
            GENERIC   ¦ select a from #b where c = 1                             ¦ select `a` from `#b` where `c` = ?
            GENERIC   ¦ select a#b from c                                        ¦ select `a`
            GENERIC   ¦ select a {b c} from d where e = {fn lcase(f)}            ¦ select `a` ? from `d` where `e` = { `fn` `lcase` ( `f` ) }
            GENERIC   ¦ {? = call p(1)}                                          ¦ { ? = call `p` ( ? ) }
            GENERIC   ¦ copy into t credentials = (a = 'b' c = 'd') e = (f = g)  ¦ copy into `t` `credentials` = ( `a` = ? `c` = ? ) `e` = ( `f` = `g` )
            GENERIC   ¦ select a from [ODBC;PWD=b].c where d = 1                 ¦ select `a` from ? . `c` where `d` = ?
            SQLSERVER ¦ copy into t with (credential = (a = 'b', c = 'd'), e = 1) ¦ copy into `t` with ( `credential` = ( `a` = ? , `c` = ? ) , `e` = ? )
            DB2       ¦ declare a cursor for select b from c                     ¦ declare ? cursor for select `b` from `c`
            DB2       ¦ declare a cursor database d user u using e for select b  ¦ declare ? cursor database `d` user `u` using ?
            POSTGRESQL_CONFORMING ¦ create secret (type s3, key_id a, secret b)   ¦ create `secret` ( type s3 , `key_id` ?
            POSTGRESQL ¦ copy t from stdin; select a from b                       ¦ copy `t` from `stdin` ; select `a` from `b`
            ORACLE    ¦ create java source named a as class B { String c = "d" ; } ¦ create `java` source `named` `a` as ?
            MYSQL     ¦ create function f() language javascript as $$ return a $$ ¦ create function `f` ( ) language `javascript` as ?
            TIDB      ¦ create table t as select a as $b                         ¦ create table `t` as select `a` as `$b`
            """)
    void normalize_secretOrNearOne_masksThatOnly(SqlDialect dialect, String sql, String text) {
        assertThat(new TextNormalizer(dialect, DigestOptions.DEFAULT).normalize(sql))
                .isEqualTo(text);
    }

    /** Tests that the end of a line decides whether a number sign begins a comment or a table's name. */
    @Test
    void normalize_numberSignWithLinesBehind_isTableWhereTheTextNeedsOne() {
        TextNormalizer normalizer = new TextNormalizer(SqlDialect.GENERIC, DigestOptions.DEFAULT);
        assertThat(normalizer.normalize("select a from #b\nwhere c = 1"))
                .isEqualTo("select `a` from `#b` where `c` = ?");
        assertThat(normalizer.normalize("select a from #b it is\nc where d = 1"))
                .isEqualTo("select `a` from `c` where `d` = ?");
    }

    /** Tests statements about passwords that contain none, or contain it as a string, against the servers' texts. */
    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '~', textBlock = """
            TIDB       ¦ alter user u password expire interval 3 day password history default ¦ alter user `u` password expire interval ? day password history default
            TIDB       ¦ create user u identified with p by 'x' require ssl comment 'y'  ¦ create user `u` identified with `p` by ? require ssl comment ?
            TIDB       ¦ create user u identified by 'x'/*c*/password expire         ¦ create user `u` identified by ? password expire
            TIDB       ¦ create user password identified by 'x'                      ¦ create user password identified by ?
            TIDB       ¦ set password for 'u'@'h' = 'x'                              ¦ set password for ? @h = ?
            TIDB       ¦ set global validate_password.policy = low                   ¦ set global `validate_password` . `policy` = low
            TIDB       ¦ set password = password('x')                                ¦ set password = password ( ? )
            TIDB       ¦ show columns from password where field = 'a'                ¦ show columns from password where `field` = ?
            TIDB       ¦ select identified as x from t where password = p            ¦ select identified as `x` from `t` where password = `p`
            TIDB       ¦ create table t (password int, b int) as select password as p from q ¦ create table `t` ( password int , `b` int ) as select password as `p` from `q`
            POSTGRESQL ¦ create role u password 'x' valid until 'y' in role a        ¦ create role `u` password ? `valid` until ? in role `a`
            POSTGRESQL ¦ comment on column users.password is 'x'                     ¦ comment on column `users` . `password` is ?
            POSTGRESQL ¦ grant select (id, password) on users to bob                 ¦ grant select ( `id` , password ) on `users` to `bob`
            POSTGRESQL ¦ alter role u password null                                  ¦ alter role `u` password ?
            """)
    void normalize_statementAboutPasswords_isTheServers(SqlDialect dialect, String sql, String text) {
        assertThat(new TextNormalizer(dialect, DigestOptions.DEFAULT).normalize(sql))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '~', textBlock = """
            POSTGRESQL            ¦ select 'C:\\dir', a from t            ¦ select ? , `a` from `t`
            POSTGRESQL            ¦ select a like b escape '\\' from t    ¦ select `a` like `b` escape ? from `t`
            POSTGRESQL            ¦ select 'it\\'s', a from t             ¦ select ? , `a` from `t`
            POSTGRESQL            ¦ select 'a\\', b, 'c\\', d from t      ¦ select ? , `b` , ? , `d` from `t`
            POSTGRESQL            ¦ select 'a\\', ' , b, ' x\\', ' , c    ¦ select ?
            POSTGRESQL_CONFORMING ¦ select 'a\\', b, 'c\\', d from t      ¦ select ? , `b` , ? , `d` from `t`
            POSTGRESQL_ESCAPES    ¦ select 'it\\'s', 'a\\\\', d from t    ¦ select ... , `d` from `t`
            POSTGRESQL_ESCAPES    ¦ select 'a\\', b, 'c\\', d from t'     ¦ select ? `c` \\ ?
            POSTGRESQL_CONFORMING ¦ set standard_conforming_strings = off; select 'a\\', ' , b, ' x\\' ¦ set `standard_conforming_strings` = ? ; select ?
            """)
    void normalize_backslashBeforeQuote_isReadAsTheSessionDoes(SqlDialect dialect, String sql, String text) {
        assertThat(new TextNormalizer(dialect, DigestOptions.DEFAULT).normalize(sql))
                .isEqualTo(text);
    }

    private static String shown(TextDigest digest) {
        return digest.text() + '\n' + digest.summary() + '\n' + digest + '\n';
    }

    private static String mutated(String sql, Random random) {
        boolean lines = !sql.contains("//") && !sql.contains("#") && !sql.contains("--it");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            text.append(c == ' ' ? space(random, lines) : String.valueOf(c));
        }
        return switch (random.nextInt(3)) {
            case 0 -> text.toString().toUpperCase(java.util.Locale.ROOT);
            case 1 -> text.toString().toLowerCase(java.util.Locale.ROOT);
            default -> text.toString();
        };
    }

    private static String space(Random random, boolean lines) {
        return switch (random.nextInt(8)) {
            case 0 -> "\t ";
            case 1 -> " /* c */ ";
            case 2 -> "/**/ ";
            case 3 -> lines ? "\r\n" : " ";
            case 4 -> lines ? " -- c\n" : " ";
            default -> " ";
        };
    }

    private static void assertNoneLeaks(List<Shape> texts, Function<SqlDialect, Function<String, String>> outputs) {
        Map<SqlDialect, Function<String, String>> byDialect = new EnumMap<>(SqlDialect.class);
        List<String> leaks = new ArrayList<>();
        for (Shape shape : texts) {
            String output = byDialect.computeIfAbsent(shape.dialect(), outputs).apply(shape.sql());
            if (SecretShapes.isShown(output)) {
                leaks.add(shape + "\n  " + output);
            }
        }
        assertThat(leaks).as("leaks of %d shapes", texts.size()).isEmpty();
    }
}
