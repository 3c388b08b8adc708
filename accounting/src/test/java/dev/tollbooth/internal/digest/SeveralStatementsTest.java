package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Several statements in one string: the digest of each, beside the digest of the whole. */
@Tag("slow")
class SeveralStatementsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '~', textBlock = """
            TIDB       ¦ select 1; update t set a = 'x;y'                    ¦ select ? | update `t` set `a` = ?
            TIDB       ¦ select ';', ";", `;` ; select 2;                    ¦ select ... , `;` | select ?
            TIDB       ¦ ; ;select 1; ; ;                                    ¦ select ?
            TIDB       ¦ select 1; # a;b\\ndelete from t -- c;d\\n; select 3 ¦ select ? | delete from `t` | select ?
            TIDB       ¦ select '\\';' ; select /* ; */ a                    ¦ select ? | select `a`
            TIDB       ¦ /*! select 1; select 2 */; select a                 ¦ select ? ; select ? | select `a`
            TIDB       ¦ set @a = 1; select @a := @a + 1                     ¦ set @a = ? | select @a := @a + ?
            TIDB       ¦ select 1; select 'never                             ¦ select ? | select
            TIDB       ¦ select 1; /* never                                  ¦ select ?
            MYSQL      ¦ create procedure p() begin select 1; end; select 2  ¦ create procedure `p` ( ) begin select ? | end | select ?
            POSTGRESQL ¦ select $$a;b$$; select $t$ ; $$ ; $t$               ¦ select ? | select ?
            POSTGRESQL ¦ select E'\\';'; select U&'d;', "a;b"; -- c ; d      ¦ select ? | select ? , `a;b`
            POSTGRESQL ¦ select 1; select 1; select 'x'                      ¦ select ? | select ? | select ?
            POSTGRESQL ¦ select /* ; /* ; */ ; */ a; select b                ¦ select `a` | select `b`
            POSTGRESQL ¦ create rule r as on insert to t do (notify a; notify b); select 1 ¦ create rule `r` as on insert to `t` do ( `notify` `a` ; `notify` `b` ) | select ?
            ORACLE     ¦ begin p(q'[a;]'); q('b;'); end;                     ¦ begin `p` ( ? ) | `q` ( ? ) | end
            SQLSERVER  ¦ select [a;b] from t; exec p N'x;y'                  ¦ select `a;b` from `t` | `exec` `p` ?
            SQLITE     ¦ create trigger r after insert on t begin delete from u; end ¦ create trigger `r` after insert on `t` begin delete from `u` | end
            H2         ¦ select $$ ; $$ // ; \\n; call f(1)                  ¦ select ? | call `f` ( ? )
            ANSI       ¦ select ';' -- ;\\n; {call p(';')};                  ¦ select ? | { call `p` ( ? ) }
            """)
    void statements_oneString_givesEachItsOwnDigest(SqlDialect dialect, String sql, String texts) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        String text = sql.replace("\\n", "\n");

        List<TextDigest> digests = normalizer.statements(text);

        assertThat(digests).extracting(TextDigest::text).containsExactly(texts.split(" \\| "));
        for (TextDigest digest : digests) {
            assertThat(digest).isEqualTo(TextDigest.ofNormalized(digest.text(), ""));
        }
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void statements_eachAlone_hasTheSameDigestAndSummary(SqlDialect dialect) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        List<String> alone = List.of("select a from t where b = ';'", "delete from u", "call p ( 1 , 'x' )");

        List<TextDigest> digests = normalizer.statements(String.join(" ; ", alone) + ";");

        assertThat(digests)
                .containsExactlyElementsOf(
                        alone.stream().map(normalizer::digest).toList());
        assertThat(digests).extracting(TextDigest::summary).containsExactly("select t", "delete u", "call p");
    }

    @Test
    void digest_severalStatements_isOfTheWhole() {
        TextNormalizer normalizer = new TextNormalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);
        String sql = "update t set a = 1; select 2;";

        normalizer.statements(sql);

        assertThat(normalizer.normalize(sql)).isEqualTo("update `t` set `a` = ? ; select ?");
        assertThat(normalizer.digest(sql)).isEqualTo(TextDigest.ofNormalized("update `t` set `a` = ? ; select ?", ""));
    }

    @Test
    void statements_nothingButCommentsAndSemicolons_areNone() {
        TextNormalizer normalizer = new TextNormalizer(SqlDialect.POSTGRESQL, DigestOptions.DEFAULT);

        assertThat(normalizer.statements("")).isEmpty();
        assertThat(normalizer.statements(" ; /* a */ ;; -- b")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void statements_manyMegabytes_end(SqlDialect dialect) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);

        assertThat(normalizer.statements(";".repeat(2_000_000))).isEmpty();
        assertThat(normalizer.statements("a;".repeat(100_000))).hasSize(100_000);
        assertThat(normalizer.statements("(;".repeat(1_000_000))).hasSize(1);
    }
}
