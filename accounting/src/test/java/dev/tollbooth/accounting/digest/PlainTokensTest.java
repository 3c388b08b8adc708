package dev.tollbooth.accounting.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The short way for plain tokens against the long one, which a text goes that is too long for the other. */
class PlainTokensTest {

    private static final int TEXTS = 40_000;
    private static final int MOST_PIECES = 24;

    /** Where the two ways meet: points, spaces, signs, numbers, words of all lengths and what stands right behind one. */
    private static final List<String> SEAMS = List.of(
            ".",
            ". ",
            " .",
            ".\n",
            "\n",
            "\t",
            "  ",
            ",",
            ", ",
            " , ",
            "=",
            " = ",
            "= ",
            "<",
            "> ",
            "(",
            ")",
            "1",
            "12345678",
            "123456789",
            "0x1F",
            "0b1",
            "1.",
            "1.5",
            ".5",
            "1e5",
            "1_000",
            "00",
            "= 1",
            "= 1 ",
            "=1",
            "= 123456789012",
            "abcdefg",
            "abcdefgh",
            "abcdefghi",
            "abcdefghijklmnop",
            "abcdefghijklmnopq",
            "straight_join",
            "current_timestamp",
            "SeLeCt",
            "order by",
            "group by",
            "by",
            "order",
            "group by (",
            "count",
            "count(",
            "Sum (",
            "date",
            "name",
            "status",
            "use",
            "index",
            "n",
            "x",
            "b",
            "e",
            "u&",
            "_utf8",
            "null",
            "true",
            "limit",
            "all",
            "set",
            "as",
            "cast(",
            "'s'",
            "''",
            "\"q\"",
            "`q`",
            "`.`",
            "$",
            "$1",
            "a$b",
            "a#b",
            "@",
            "@a.",
            "a@b",
            "é",
            "aé",
            "éa",
            "İ",
            "\u4e61",
            "\uD83D\uDE00",
            "\0",
            "a\0b",
            "in (1::int, 2::text, ",
            "(date '1', time '2', interval '3' year, ",
            "cast(1 as int), ",
            "-",
            "--",
            "-- c\n",
            "/*",
            "*/",
            "/* c */",
            "/*!",
            ":",
            "::",
            ":a",
            "?",
            ";",
            "[",
            "]",
            "{",
            "&",
            "|",
            "||",
            "~",
            "!");

    /** What lists, rows and signs make of literals. */
    private static final List<String> LITERALS = List.of(
            "?",
            "?",
            "'s'",
            "'s'",
            "''",
            "'*'",
            "'**'",
            "'index'",
            "'a''b'",
            "'a\\'b'",
            "'a\\",
            "'%_ a b c '",
            "'open",
            "'a'\n'b'",
            "'a' 'b'",
            "'a'--",
            "??",
            "?1",
            "1",
            "1.5",
            ",",
            ",",
            ", ",
            "(",
            "(",
            ")",
            ")",
            "), (",
            "-",
            "+",
            "- ",
            "=",
            "= ",
            "in (",
            "values (",
            "by (",
            "group by (",
            "order by (",
            "group by a, ",
            "use ",
            "use index (",
            "_utf8",
            "n'x'",
            "cast(",
            "as",
            "select",
            "::text",
            "date ",
            "a",
            "a.b",
            "extract(",
            "null",
            "[",
            "]",
            ";",
            "limit ",
            "savepoint ",
            "f(a in ('a') || b order by 1) ",
            "f((?) || b order by a, 2) ",
            "order by 1",
            "= -('a') ",
            "(-(?)",
            "set a = ");

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void makesTheTextThatTheLongWayMakes(SqlDialect dialect) {
        Random random = new Random(20_261_121);
        Normalizer normalizer = new Normalizer(dialect, DigestOptions.DEFAULT);
        List<String> pieces = FuzzedPieces.of(dialect);
        for (int i = 0; i < TEXTS; i++) {
            String sql = text(random, pieces);
            assertThat(normalizer.normalize(sql)).as(sql).isEqualTo(normalizer.normalize(sql + DigestFuzz.LONG_TAIL));
        }
    }

    private static String text(Random random, List<String> pieces) {
        StringBuilder sql = new StringBuilder(random.nextInt(4) == 0 ? "" : "select ");
        // Sometimes over the edge of 64 characters, or of several.
        sql.append("a_word ".repeat(Math.max(0, random.nextInt(16) - 4)));
        List<String> most = random.nextBoolean() ? SEAMS : LITERALS;
        int count = random.nextInt(MOST_PIECES);
        for (int k = 0; k < count; k++) {
            List<String> from = random.nextInt(5) == 0 ? pieces : most;
            sql.append(from.get(random.nextInt(from.size())));
            sql.append(random.nextBoolean() ? " " : "");
        }
        return sql.toString();
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
    void writesNamesAndKeywords(SqlDialect dialect, String sql, String expected) {
        assertThat(new Normalizer(dialect, DigestOptions.DEFAULT).normalize(sql))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void takesTextsOfAnyLengthAroundTheLongest(SqlDialect dialect) {
        Normalizer normalizer = new Normalizer(dialect, DigestOptions.DEFAULT);
        StringBuilder sql = new StringBuilder("select a");
        StringBuilder expected = new StringBuilder("select `a`");
        while (sql.length() < WordEdges.LONGEST_TEXT + 200) {
            sql.append(",b");
            expected.append(" , `b`");
            if (sql.length() > WordEdges.LONGEST_TEXT - 200) {
                assertThat(normalizer.normalize(sql.toString())).isEqualTo(expected.toString());
            }
        }
    }
}
