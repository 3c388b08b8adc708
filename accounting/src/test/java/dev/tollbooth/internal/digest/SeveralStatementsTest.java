package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests several statements in one string: the digest of the whole, and of each. */
@Tag("slow")
class SeveralStatementsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '¦', quoteCharacter = '~', textBlock = """
            TIDB       ¦ select 1; update t set a = 'x;y'                    ¦ select ? | update `t` set `a` = ?
            TIDB       ¦ select ';', ";", `;` ; select 2;                    ¦ select ... , `;` | select ?
            TIDB       ¦ ; ;select 1; ; ;                                    ¦ select ?
            TIDB       ¦ select 1; # a;b\\ndelete from t -- c;d\\n; select 3 ¦ select ? | delete from `t` | select ?
            TIDB       ¦ select '\\';' ; select /* ; */ a                    ¦ select ? | select `a`
            TIDB       ¦ /*! select 1; select b */; select a                 ¦ select ? ; select `b` | select `a`
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

    /** Tests statements that programs build in a loop. */
    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void digest_statementsRepeated_isThatOfOneRun(SqlDialect dialect) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        for (String run : List.of(
                "update t set a = # where id = #; ",
                "insert into t (a, b) values (#, 'x'); update u set a = a + #; ",
                "select # from t; ",
                "delete from t where id = #; select a from t; delete from u; call p(#); ",
                "update a set x = #; update b set x = #; update c set x = #; update d set x = #;"
                        + " update e set x = #; update f set x = #; update g set x = #; update h set x = #; ")) {
            // TiDB reports the cost of the last statement only, so a single statement must not look like several
            TextDigest once = normalizer.digest(run.replace("#", "1").repeat(dialect == SqlDialect.TIDB ? 2 : 1));
            for (int count : new int[] {2, 3, 10, 50, 1000}) {
                StringBuilder sql = new StringBuilder();
                for (int i = 0; i < count; i++) {
                    sql.append(run.replace("#", String.valueOf(i)));
                }
                assertThat(normalizer.digest(sql.toString()))
                        .as("%s %d times", run, count)
                        .isEqualTo(once);
                assertThat(normalizer.digest(sql.toString().strip() + "\n")).isEqualTo(once);
            }
        }
    }

    /**
     * Compares the reduced runs with a list of statements, whose last ones are removed while they repeat the ones
     * before.
     */
    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void normalize_randomStatements_dropsRunsAsThePlainRuleDoes(SqlDialect dialect) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        Random random = new Random(20261128);
        for (int round = 0; round < 2000; round++) {
            List<String> statements = new ArrayList<>();
            List<String> plain = new ArrayList<>();
            int kinds = 1 + random.nextInt(4);
            for (int i = random.nextInt(40); i >= 0; i--) {
                String statement = "delete from t" + random.nextInt(kinds);
                statements.add(statement);
                plain.add(statement);
                dropRun(plain, dialect == SqlDialect.TIDB ? 2 : 1);
            }
            assertThat(normalizer.normalize(String.join(";", statements)))
                    .as("%s", statements)
                    .isEqualTo(normalizer.normalize(String.join(" ; ", plain)))
                    .hasSize(normalizer.normalize("delete from t0").length() * plain.size() + 3 * (plain.size() - 1));
        }
    }

    private static void dropRun(List<String> statements, int copies) {
        int size = statements.size();
        for (int count = 1; count <= 8 && (copies + 1) * count <= size; count++) {
            List<String> last = statements.subList(size - count, size);
            boolean repeats = true;
            for (int copy = 1; copy <= copies; copy++) {
                repeats &= last.equals(statements.subList(size - (copy + 1) * count, size - copy * count));
            }
            if (repeats) {
                last.clear();
                return;
            }
        }
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
