package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.SqlDialect;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests texts that are longer than the shown part, and texts of ten megabytes. */
@Tag("slow")
class LongTextTest {

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int TEN_MEGABYTES = 10_000_000;
    private static final long MOST_ALLOCATED_BYTES = 8_000_000;
    /** The number of characters that a lexer reads at once. */
    private static final int WINDOW = 1 << 16;

    private static final int SHOWN_BYTES = 4096;

    private static final List<String> FRAGMENTS = List.of(
            "(",
            "/*",
            "$$",
            "'",
            "\"",
            "`",
            "[",
            "--",
            "{fn",
            "::",
            "1,",
            "),(",
            "$a$",
            "-1;",
            "\uD83D\uDE00 ",
            "abc,",
            "a.a.",
            "x",
            "é",
            "(1,'abc'),",
            "/* c */ ",
            "a;",
            "(a=1) or ",
            "'abc' ",
            "x'41', ",
            " ",
            "@a ",
            "case ? ");

    /**
     * Tests one dialect for each lexer, because the others use the same. It runs once, because the number of reads does
     * not depend on the JVM.
     */
    @Tag("check")
    @ParameterizedTest
    @EnumSource(
            value = SqlDialect.class,
            names = {"TIDB", "POSTGRESQL", "POSTGRESQL_ESCAPES", "GENERIC", "H2", "ORACLE", "SQLSERVER"})
    void digest_tenMegabytes_readsEachCharacterAFewTimesAndAllocatesEightMegabytesAtMost(SqlDialect dialect) {
        new TextNormalizer(dialect, DigestOptions.DEFAULT).digest("select 1"); // so that no class is loaded below
        for (String fragment : FRAGMENTS) {
            String sql = "select " + fragment.repeat(TEN_MEGABYTES / fragment.length());
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            Normalization run = new Normalization(dialect, DigestOptions.DEFAULT);

            run.run(sql);
            TextDigest digest = run.digest(sql);

            long allocated =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            assertThat(allocated).as(fragment).isLessThanOrEqualTo(MOST_ALLOCATED_BYTES);
            assertThat(digest.sha256()).as(fragment).isNotEqualTo(Sha256.NONE);
            assertThat(run.work()).as(fragment).isLessThanOrEqualTo(3L * TEN_MEGABYTES);
            String shown = digest.text();
            assertThat(shown).as(fragment).startsWith("select");
            assertThat(shown.getBytes(UTF_8).length).as(fragment).isLessThanOrEqualTo(SHOWN_BYTES);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SqlDialect.class,
            names = {"TIDB", "POSTGRESQL", "H2", "ORACLE"})
    void digest_textThatCrossesTheWindow_isThatOfTheSameTextWithinOne(SqlDialect dialect) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        for (int seed = 0; seed < 10; seed++) {
            String rest = " 1, b /* a 'comment' */ from \"t\" . c -- to the end\nwhere "
                    + statement(dialect, new Random(seed)) + "\nunion all select x from `y`";
            String expected = normalizer.normalize("select 1, 1," + rest);

            for (int shift = 0; shift < rest.length() + 2; shift += 3) {
                String sql = "select " + " ".repeat(shift) + "1,".repeat((WINDOW - rest.length()) / 2) + rest;

                assertThat(normalizer.normalize(sql))
                        .as("seed=%d shift=%d", seed, shift)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SqlDialect.class,
            names = {"TIDB", "POSTGRESQL", "H2", "ORACLE"})
    void digest_textWhoseTokensAreLetGo_isOfTheWhole(SqlDialect dialect) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        Random random = new Random(4711);
        for (int round = 0; round < 10; round++) {
            StringBuilder sql = new StringBuilder();
            while (sql.length() < 800_000) {
                sql.append(statement(dialect, random)).append(random.nextInt(3) == 0 ? " ; " : " or a = ");
            }
            String text = sql.toString();

            TextDigest digest = normalizer.digest(text);

            String whole = normalizer.normalize(text);
            assertThat(digest).isEqualTo(TextDigest.ofNormalized(whole, "")).isEqualTo(normalizer.digest(text));
            assertThat(digest).hasSameHashCodeAs(TextDigest.ofNormalized(whole, ""));
            assertThat(whole)
                    .startsWith(digest.text().substring(0, digest.text().length() - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"select 'SECRET%s', a", "select a /* SECRET%s */ from b", "select SECRET%s, a"})
    void digest_tokenTooLongToRead_isOfWhatIsBeforeItAndMarked(String shape) {
        TextNormalizer normalizer = new TextNormalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);

        TextDigest digest = normalizer.digest(String.format(shape, "x".repeat(2_000_000)));

        assertThat(digest.text()).startsWith("select").endsWith("…").doesNotContainIgnoringCase("secret");
        assertThat(digest).isEqualTo(normalizer.digest(String.format(shape, "y".repeat(3_000_000))));
    }

    @Test
    void digest_insertOfTenMegabytes_isThatOfTwoRows() {
        for (SqlDialect dialect : List.of(SqlDialect.TIDB, SqlDialect.POSTGRESQL, SqlDialect.H2)) {
            TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
            String row = "(1, 'it''s a name', 2.5, NULL),\n";
            String rows = row.repeat(TEN_MEGABYTES / row.length());

            TextDigest large = normalizer.digest("insert into t values " + rows + "(2, 'b', 0.5, 'c');");

            assertThat(large).isEqualTo(normalizer.digest("insert into t values " + row + "(2, 'b', 0.5, 'c');"));
            assertThat(large.text()).isEqualTo("insert into `t` values ( ... )");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ä", "名", "\uD83D\uDE00"})
    void digest_textOverFourKibibytes_isOfTheWholeAndShownUpToAWholeCharacter(String letter) {
        TextNormalizer normalizer = new TextNormalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);
        for (int shift = 0; shift < 4; shift++) {
            String sql = "select " + "a".repeat(shift) + letter.repeat(SHOWN_BYTES);

            TextDigest digest = normalizer.digest(sql + "b");

            String whole = normalizer.normalize(sql + "b");
            String shown = digest.text();
            assertThat(whole).isEqualTo("select `" + sql.substring(7) + "b`");
            assertThat(shown).endsWith("…");
            assertThat(whole).startsWith(shown.substring(0, shown.length() - 1));
            assertThat(shown.getBytes(UTF_8).length).isBetween(SHOWN_BYTES - 3, SHOWN_BYTES);
            assertThat(digest).isEqualTo(TextDigest.ofNormalized(whole, "")).isNotEqualTo(normalizer.digest(sql + "c"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4095, 4096, 4097})
    void digest_textAroundFourKibibytes_isMarkedOnlyIfCut(int bytes) {
        TextNormalizer normalizer = new TextNormalizer(SqlDialect.POSTGRESQL, DigestOptions.DEFAULT);
        String name = "x".repeat(bytes - "select ``".length());

        String shown = normalizer.digest("select " + name).text();

        assertThat(shown.endsWith("…")).isEqualTo(bytes > SHOWN_BYTES);
        assertThat(shown.getBytes(UTF_8).length).isEqualTo(Math.min(bytes, SHOWN_BYTES));
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void digest_commentsAround_areNotPartOfIt(SqlDialect dialect) {
        TextNormalizer normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        String sql = "select a from t where b = 1";
        TextDigest bare = normalizer.digest(sql);

        for (String commented : List.of(
                "/*traceparent='00-5bd66ef5095369c7b0d1f8f4bd33716a-c532cb4098ac3dd2-01',db_driver='x%27y'*/ " + sql,
                sql + " /*action='%2Fp*',framework='spring'*/",
                "-- it's a `lead\n" + sql,
                "  /* a */\n-- b\n/**/" + sql + "\n-- c",
                "select /*+ INDEX(t i) 'x' */ a from t where b = 2")) {
            assertThat(normalizer.digest(commented)).as(commented).isEqualTo(bare);
            assertThat(normalizer.digest(commented).summary()).isEqualTo("select t");
        }
    }

    private static String statement(SqlDialect dialect, Random random) {
        return Statements.fill(Statements.skeleton(random), dialect, random, "17");
    }
}
