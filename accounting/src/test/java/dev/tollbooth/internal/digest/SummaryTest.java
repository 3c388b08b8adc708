package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SummaryTest {

    @ParameterizedTest
    @CsvFileSource(resources = "/summaries.txt", delimiter = '|', quoteCharacter = '~')
    void summary_statement_isWhatTheConventionSays(SqlDialect dialect, String sql, String summary) {
        assertThat(summary(dialect, sql)).isEqualTo(summary);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            TIDB       | select 'from x', "from y" from t where a = 'from z' -- from u     | select t
            TIDB       | select * from `order items` oi, c use index (i), d                | select `order items` c d
            POSTGRESQL | select * from (values (1, 2)) v(a, b), t                          | select t
            POSTGRESQL | select a from t group by a, b window w as (order by c), v as ()   | select t
            POSTGRESQL | select * from t as x(a, b), u                                     | select t u
            H2         | select a from shop . orders, orders.items                         | select shop.orders orders.items
            H2         | with a as (select 1 from b) select * from s.a, a                  | select b select s.a
            H2         | select t.from, t.select, update.a from update.b                   | select update.b
            TIDB       | select replace(a, 'b', 'c'), insert(a, 1, 2, 'x') from t          | select t
            TIDB       | create definer = x procedure p() select 1                         | create procedure p select
            POSTGRESQL | explain (analyze, costs off) update t set a = 1                   | explain update t
            ORACLE     | begin p(1); q(2); end;                                            | begin
            SQLSERVER  | if 1 = 1 exec p                                                   | exec p
            H2         | ;; select a from t;;                                              | select t
            H2         | -- nothing                                                        | (empty)
            TIDB       | /* ping */ ;                                                      | (empty)
            POSTGRESQL | (1)                                                               | (unnamed)
            """)
    void summary_otherStatement_namesVerbsAndTargets(SqlDialect dialect, String sql, String summary) {
        assertThat(summary(dialect, sql)).isEqualTo(summary);
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void summary_stringWhereATableStands_showsNothingThatIsNoName(SqlDialect dialect) {
        for (String literal : new String[] {"'s3://bucket?key=x'", "'a1'", "N'secret'", "'it''s'", "''"}) {
            assertThat(summary(dialect, "select * from " + literal + ", t where a = 'secret'"))
                    .as(literal)
                    .doesNotContain("'", "secret", "bucket");
        }
        assertThat(summary(dialect, "copy t from 'secret'; create user 'secret' identified by 'secret'"))
                .doesNotContain("secret");
        assertThat(summary(dialect, "call 'secret'")).isEqualTo("call");
    }

    @Test
    void summary_sameDigestInOtherCase_isOfTheTextThatWasSeenFirst() {
        DigestCache digests = new DigestCache(SqlDialect.H2, DigestOptions.DEFAULT, 1 << 20);

        TextDigest first = digests.get("SELECT * FROM Songs");

        assertThat(digests.get("select * from songs")).isSameAs(first);
        assertThat(first.summary()).isEqualTo("SELECT Songs");
    }

    @Test
    void summary_manyTargets_endsWithAWholeOne() {
        String tables = IntStream.range(0, 200).mapToObj(i -> "s.table_" + i).collect(Collectors.joining(", "));

        String summary = summary(SqlDialect.TIDB, "select * from " + tables);

        assertThat(summary.length()).isBetween(240, 255);
        assertThat(summary).matches("select( s\\.table_[0-9]+)+");
    }

    @Test
    void summary_targetThatHasNoRoom_isLeftOut() {
        String name = "n".repeat(300);

        assertThat(summary(SqlDialect.TIDB, "select * from t, " + name + ", u")).isEqualTo("select t");
        assertThat(summary(SqlDialect.TIDB, "select * from t, s." + name + ", u"))
                .isEqualTo("select t");
    }

    @Test
    void summary_deepQuery_doesNotOverflow() {
        String sql = "select * from (".repeat(500) + "select 1 from t" + ")".repeat(500) + " where a = 1";

        assertThat(summary(SqlDialect.TIDB, sql)).startsWith("select select").hasSizeLessThanOrEqualTo(255);
    }

    private static String summary(SqlDialect dialect, String sql) {
        return new TextNormalizer(dialect, DigestOptions.DEFAULT).digest(sql).summary();
    }
}
