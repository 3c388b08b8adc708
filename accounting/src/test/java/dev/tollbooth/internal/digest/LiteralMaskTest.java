package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LiteralMaskTest {

    private static final String[] PIECES = {
        "select",
        "from t",
        "where a =",
        "order by",
        "group by",
        "BY",
        "limit",
        "in",
        "values",
        "use index",
        "by`",
        "`by`",
        "@by",
        "a",
        "o1_0",
        "t.a",
        "count",
        "date",
        "interval",
        "cast",
        "as",
        "N",
        "E",
        "x",
        "b",
        "_utf8",
        "is null",
        "set",
        "1",
        "2",
        "42",
        "1.5",
        "1.",
        ".5",
        "1e5",
        "1e-5",
        "0x1F",
        "0b1",
        "1_000",
        "12345678901",
        "123a",
        "$1",
        "?",
        "5..6",
        "''",
        "'a'",
        "'*'",
        "')'",
        "'index'",
        "'Index'",
        "'it''s'",
        "'a\\'b'",
        "'\\*'",
        "'é'",
        "'Ж'",
        "'long enough, 1 (2)'",
        "\"q\"",
        "\"*\"",
        "\"a\"\"b\"",
        "`a 1 '`",
        "`,`",
        "`(`",
        "'",
        "\"",
        "`",
        "\\",
        "\\N",
        "@x",
        "@@global.x",
        "@'v'",
        "(",
        ")",
        ",",
        "(1",
        "(1,",
        "),(",
        ", 2",
        "-",
        "+",
        "- 1",
        "-1",
        "*",
        "/",
        "=",
        "<",
        ">=",
        "!=",
        "||",
        "::int",
        ";",
        ".",
        "->",
        "[1]",
        "{",
        "}",
        "#c\n",
        "-- c 'x'\n",
        "--",
        "/* c */",
        "/*c '1*/",
        "/*+ h(1) */",
        "/*!50100 a 1 */",
        "/*/",
        "/*T![ttl] 1 */",
        "/**/",
        "/*",
        "*/",
        "/*, ... */",
        "$$a$$",
        "$t$ ' $t$",
        "é",
        "Ж",
        "\uD83D\uDE00",
        "\0",
        "\n",
        "\t",
        "$",
        "~",
        "%",
        "^",
        "&",
        "&'a'",
        "U&'a'",
        ":a",
        "|1",
        "!1",
        "//c 'x'\n",
        "q'[it's 1]'",
        "nq'!1'!'",
        "1L",
        "1.5f",
        "?1",
        ":1",
        "a#1"
    };

    @ParameterizedTest
    @EnumSource(
            value = SqlDialect.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SQLSERVER", "SQLITE", "GENERIC"})
    void mask_anyPieces_keepsTheNormalizedText(SqlDialect dialect) {
        long seed = 20261122;
        Random random = new Random(seed);
        Checker checker = new Checker(dialect, true);
        for (int i = 0; i < 50_000; i++) {
            StringBuilder sql = new StringBuilder();
            int pieces = random.nextInt(14);
            boolean tight = random.nextBoolean();
            for (int k = 0; k < pieces; k++) {
                sql.append(PIECES[random.nextInt(PIECES.length)]).append(tight && random.nextBoolean() ? "" : " ");
            }
            checker.check(sql.toString(), seed);
        }
        assertThat(checker.masked).as("masked of 50,000").isGreaterThan(5_000);
    }

    @ParameterizedTest
    @EnumSource(
            value = SqlDialect.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SQLSERVER", "SQLITE", "GENERIC"})
    void mask_statementsOfAllLiteralForms_keepsTheNormalizedText(SqlDialect dialect) {
        long seed = 5;
        Random random = new Random(seed);
        Checker checker = new Checker(dialect, true);
        for (int i = 0; i < 5_000; i++) {
            String skeleton = Statements.disguise(Statements.skeleton(random), random);
            checker.check(Statements.fill(skeleton, dialect, random, "" + random.nextInt(1 << 20)), seed);
        }
        assertThat(checker.masked).as("masked of 5,000").isPositive();
    }

    @Test
    void mask_withoutBackslashEscapes_keepsTheNormalizedText() {
        Checker checker = new Checker(SqlDialect.MYSQL, false);
        checker.check("select 'a\\' from t where b = 1 and c = 'd\\'", 0);
        assertThat(checker.masked).isOne();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select a from t1 where b = 4711 and c2 = 'Smith'        | select a from t1 where b = 0 and c2 = ''
            insert into t values (1,'a''b',2.50),(-3,'long \\' one',4) | insert into t values (0,'',0.0),(-0,'',0)
            select a from t group by 1, 2 limit 10                  | select a from t group by 1, 2 limit 0
            select a from t where b = 5 order by c, 2               | select a from t where b = 0 order by c, 2
            select /* page 7 */ a from t where b in (1, 2)          | select /* page 7 */ a from t where b in (0, 0)
            select count('*'), 1e5 from t where a = '1'             | select count('*'), 1e5 from t where a = ''
            """)
    void mask_text_replacesWhatIsSurelyALiteral(String sql, String masked) {
        assertThat(mask(maskOf(SqlDialect.MYSQL, true), sql)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select a from t",
                "select 1 -- 'c'",
                "select 1 # c",
                "select 1 /*! + 2 */",
                "select 1, N'a'",
                "select 1, 'a",
                "select 1 from é",
                ""
            })
    void mask_nothingToReplaceOrNotSure_isRefused(String sql) {
        assertThat(maskOf(SqlDialect.MYSQL, true).mask(sql)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = SqlDialect.class,
            names = {"SQLSERVER", "SQLITE", "GENERIC"})
    void of_dialectWithNamesInBrackets_isNone(SqlDialect dialect) {
        assertThat(LiteralMask.of(dialect, DigestOptions.DEFAULT)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select "a 1", b from t where c = 'o''hara' and d = 1.5 | select "a 1", b from t where c = '' and d = 0.0
            select `a 1` from t where c = 'a\' and d = 4711         | select `a 1` from t where c = '' and d = 0
            """)
    void mask_standardText_replacesWhatIsSurelyALiteral(String sql, String masked) {
        assertThat(mask(maskOf(SqlDialect.ANSI, true), sql)).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1 // c",
                "select 1, q'[it's]'",
                "select 1, $$a$$",
                "select 1, U&'a'",
                "select 1 /* a /* b */ c */",
                "select 1 -- c"
            })
    void mask_standardTextNotSure_isRefused(String sql) {
        assertThat(maskOf(SqlDialect.H2, true).mask(sql)).isFalse();
    }

    private static LiteralMask maskOf(SqlDialect dialect, boolean backslashEscapes) {
        LiteralMask mask = LiteralMask.of(dialect, new DigestOptions(4096, backslashEscapes, TidbVersion.CURRENT));
        assertThat(mask).isNotNull();
        return mask;
    }

    private static String mask(LiteralMask mask, String sql) {
        assertThat(mask.mask(sql)).as(sql).isTrue();
        return new String(mask.bytes(), 0, mask.length(), ISO_8859_1);
    }

    /** A check of the mask's only rule for each text: the masked text has the same digest as the text. */
    private static final class Checker {

        private final TextNormalizer normalizer;
        private final LiteralMask mask;
        private int masked;

        Checker(SqlDialect dialect, boolean backslashEscapes) {
            normalizer = new TextNormalizer(dialect, new DigestOptions(4096, backslashEscapes, TidbVersion.CURRENT));
            mask = maskOf(dialect, backslashEscapes);
        }

        void check(String sql, long seed) {
            if (mask.mask(sql)) {
                String text = mask(mask, sql);
                assertThat(normalizer.normalize(text))
                        .as("seed=%d sql=%s masked=%s", seed, sql, text)
                        .isEqualTo(normalizer.normalize(sql));
                masked++;
            }
        }
    }
}
