package dev.tollbooth.accounting.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every statement: nothing of a literal comes out, and only the shape counts. */
class NormalizerPropertiesTest {

    private static final String SECRET = "739164825";
    private static final int ROUNDS = 2_000;

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void normalize_secretInAnyLiteral_keepsItOut(SqlDialect dialect) {
        long seed = 20261121;
        Random random = new Random(seed);
        Normalizer normalizer = new Normalizer(dialect, DigestOptions.DEFAULT);
        for (int i = 0; i < ROUNDS; i++) {
            String sql = Statements.fill(Statements.skeleton(random), dialect, random, SECRET);

            Digest digest = normalizer.digest(sql);

            assertThat(normalizer.normalize(sql))
                    .as("seed=%d sql=%s", seed, sql)
                    .doesNotContain(SECRET.substring(1, 8));
            assertThat(digest.text() + digest.summary()).doesNotContain(SECRET.substring(1, 8));
        }
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void normalize_secretInEachForm_givesOneMaskedLiteral(SqlDialect dialect) {
        Normalizer normalizer = new Normalizer(dialect, DigestOptions.DEFAULT);
        for (String form : Statements.literalForms(dialect)) {
            String text = normalizer.normalize("select a from t where b = " + form.replace(Statements.CONTENT, "110"));

            assertThat(text)
                    .as(form)
                    .startsWith("select `a` from `t` where `b` =")
                    .contains("?");
            assertThat(text).as(form).doesNotContain("110");
        }
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void digest_otherLiteralsSpaceCaseAndComments_isTheSame(SqlDialect dialect) {
        long seed = 42;
        Normalizer normalizer = new Normalizer(dialect, DigestOptions.DEFAULT);
        Random random = new Random(seed);
        for (int i = 0; i < ROUNDS; i++) {
            String skeleton = Statements.skeleton(random);
            long forms = random.nextLong();
            String one = Statements.fill(skeleton, dialect, new Random(forms), "123");
            String other = Statements.fill(Statements.disguise(skeleton, random), dialect, new Random(forms), "98765");

            assertThat(normalizer.digest(other))
                    .as("seed=%d%n%s%n%s%n%s", seed, one, other, normalizer.normalize(other))
                    .isEqualTo(normalizer.digest(one));
        }
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void normalize_anyCharacters_neverThrowsAndGivesUtf8(SqlDialect dialect) {
        long seed = 7;
        Random random = new Random(seed);
        Normalizer normalizer = new Normalizer(dialect, DigestOptions.DEFAULT);
        String alphabet =
                "'\"`$()[]{},;.:*/-+#@\\?!<>=|&^%~_ \n\t\0\u0001axeEnNqQuU0195'\"`$*/-é\uD83D\uDE00\u0130\uFFFF";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder sql = new StringBuilder();
            for (int k = random.nextInt(60); k > 0; k--) {
                sql.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }

            String text = normalizer.normalize(sql.toString());

            assertThat(new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .as("seed=%d", seed)
                    .isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "/*",
                "$$",
                "'",
                "\"",
                "`",
                "[",
                "$a$",
                "$a",
                "a",
                "1",
                "1e",
                "-",
                "+",
                "+-",
                "?",
                "??",
                "(1),",
                "1,",
                "(1,",
                "order by ",
                "order by 1,",
                "a,1,",
                "/*T![",
                "/*T![a,",
                "/*!",
                "*/",
                "--\n",
                "-- ",
                "#\n",
                "'a'\n",
                "'a' ",
                "q'[",
                "use index(",
                "use ",
                "_utf8'a',",
                "_utf8 ",
                "\\",
                "@",
                "@@",
                "x'",
                ". ",
                ";",
                "select 1;",
                "::a",
                "(1::a,",
                "cast(",
                "cast(1 as a),",
                "case ",
                "interval '1' day ",
                "-(1",
                "\uD83D",
                "\u0130",
                "0x",
                "1_",
                "a.",
                "e'\\",
                "/*+ ",
                "}{",
                "((1)",
                "u&\"",
                "$1"
            })
    void normalize_repeatedFragment_takesLinearWork(String fragment) {
        for (SqlDialect dialect : List.of(SqlDialect.TIDB, SqlDialect.POSTGRESQL, SqlDialect.H2, SqlDialect.ORACLE)) {
            long small = work(dialect, fragment, 20_000);
            long large = work(dialect, fragment, 200_000);

            assertThat(large).as("%s in %s", fragment, dialect).isLessThanOrEqualTo(11 * small + 1000);
        }
    }

    /** Characters that were read, some of them again, for a text of a fragment over and over. */
    private static long work(SqlDialect dialect, String fragment, int length) {
        Normalization run = new Normalization(dialect, DigestOptions.DEFAULT);
        run.run(fragment.repeat(length / fragment.length()));
        return run.work();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '^',
            value = {"TIDB~(", "TIDB~/*", "POSTGRESQL~$$", "POSTGRESQL~(", "H2~'", "TIDB~1,"})
    void digest_tenMegabytes_ends(SqlDialect dialect, String fragment) {
        String sql = "select " + fragment.repeat(10_000_000 / fragment.length());

        Digest digest = new Normalizer(dialect, DigestOptions.DEFAULT).digest(sql);

        assertThat(digest.text()).startsWith("select");
        assertThat(digest.text().getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(4096);
    }

    @Test
    void digest_longText_isOfTheWholeAndShownCutOnACharacter() {
        Normalizer normalizer = new Normalizer(SqlDialect.TIDB, new DigestOptions(64, true, TidbVersion.CURRENT));
        String names = "ä, ".repeat(100);

        Digest one = normalizer.digest("select " + names + "b");
        Digest other = normalizer.digest("select " + names + "c");

        assertThat(one).isNotEqualTo(other);
        assertThat(one.text()).endsWith("…").isEqualTo(other.text());
        assertThat(one.text().getBytes(StandardCharsets.UTF_8).length).isBetween(60, 64);
        assertThat(one).isEqualTo(Digest.ofNormalized(normalizer.normalize("select " + names + "b"), ""));
    }
}
