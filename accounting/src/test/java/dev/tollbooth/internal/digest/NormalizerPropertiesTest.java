package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the properties of each statement's digest: the text shows no part of a literal, and only the shape counts. */
@Tag("slow")
class NormalizerPropertiesTest {

    private static final String SECRET = "739164825";
    private static final int ROUNDS = 2_000;

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void normalize_secretInAnyLiteral_keepsItOut(SqlDialect dialect) {
        long seed = 20261121;
        Random random = new Random(seed);
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        for (int i = 0; i < ROUNDS; i++) {
            String sql = Statements.fill(Statements.skeleton(random), dialect, random, SECRET);

            TextDigest digest = normalizer.digest(sql);

            String shown = normalizer.normalize(sql) + digest.text() + digest.summary();
            assertThat(LiteralForm.isShown(SECRET, shown))
                    .as("seed=%d%n%s%n%s", seed, sql, shown)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void normalize_secretInEachForm_givesOneMaskedLiteral(SqlDialect dialect) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        for (LiteralForm form : Statements.literalForms(dialect)) {
            String sql = "select a from t where b = " + form.with(SECRET) + " and c = d";

            String text = normalizer.normalize(sql);

            assertThat(text)
                    .as(sql)
                    .startsWith("select `a` from `t` where `b` =")
                    .endsWith(" and `c` = `d`")
                    .containsAnyOf("?", "...");
            assertThat(LiteralForm.isShown(SECRET, text))
                    .as("%s%n%s", sql, text)
                    .isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void digest_otherLiteralsSpaceCaseAndComments_isTheSame(SqlDialect dialect) {
        long seed = 42;
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
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
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
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
                "$1",
                "{fn ",
                "::",
                "),(",
                "$9.",
                "0b",
                "/*;"
            })
    void normalize_repeatedFragment_takesLinearWork(String fragment) {
        for (SqlDialect dialect : SqlDialect.values()) {
            long small = work(dialect, fragment, 20_000);
            long large = work(dialect, fragment, 200_000);

            assertThat(large).as("%s in %s", fragment, dialect).isLessThanOrEqualTo(11 * small + 1000);
        }
    }

    /** Returns the number of characters read, repeated reads included, for a text that repeats a fragment. */
    private static long work(SqlDialect dialect, String fragment, int length) {
        Normalization run = new Normalization(dialect, DigestOptions.DEFAULT);
        run.run(fragment.repeat(length / fragment.length()));
        return run.work();
    }
}
