package dev.tollbooth.accounting.digest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts longer than what is shown, and texts of ten megabytes. */
class LongTextTest {

    private static final int TEN_MEGABYTES = 10_000_000;
    private static final int SHOWN_BYTES = 4096;

    private static final List<String> FRAGMENTS = List.of(
            "(", "/*", "$$", "'", "\"", "`", "[", "--", "{fn", "::", "1,", "),(", "$a$", "-1;", "\uD83D\uDE00 ");

    /** The dialects left out have the lexer of TiDB or of ANSI. */
    @ParameterizedTest
    @EnumSource(
            value = SqlDialect.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MYSQL", "MARIADB", "HSQLDB", "DERBY"})
    void digest_tenMegabytes_readsEachCharacterAFewTimes(SqlDialect dialect) {
        for (String fragment : FRAGMENTS) {
            String sql = "select " + fragment.repeat(TEN_MEGABYTES / fragment.length());
            Normalization run = new Normalization(dialect, DigestOptions.DEFAULT);

            run.run(sql);

            assertThat(run.work()).as(fragment).isLessThanOrEqualTo(3L * TEN_MEGABYTES);
            String shown = run.digest().text();
            assertThat(shown).as(fragment).startsWith("select");
            assertThat(shown.getBytes(UTF_8).length).as(fragment).isLessThanOrEqualTo(SHOWN_BYTES);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ä", "名", "\uD83D\uDE00"})
    void digest_textOverFourKibibytes_isOfTheWholeAndShownUpToAWholeCharacter(String letter) {
        Normalizer normalizer = new Normalizer(SqlDialect.TIDB, DigestOptions.DEFAULT);
        for (int shift = 0; shift < 4; shift++) {
            String sql = "select " + "a".repeat(shift) + letter.repeat(SHOWN_BYTES);

            Digest digest = normalizer.digest(sql + "b");

            String whole = normalizer.normalize(sql + "b");
            String shown = digest.text();
            assertThat(whole).isEqualTo("select `" + sql.substring(7) + "b`");
            assertThat(shown).endsWith("…");
            assertThat(whole).startsWith(shown.substring(0, shown.length() - 1));
            assertThat(shown.getBytes(UTF_8).length).isBetween(SHOWN_BYTES - 3, SHOWN_BYTES);
            assertThat(digest).isEqualTo(Digest.ofNormalized(whole, "")).isNotEqualTo(normalizer.digest(sql + "c"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4095, 4096, 4097})
    void digest_textAroundFourKibibytes_isMarkedOnlyIfCut(int bytes) {
        Normalizer normalizer = new Normalizer(SqlDialect.POSTGRESQL, DigestOptions.DEFAULT);
        String name = "x".repeat(bytes - "select ``".length());

        String shown = normalizer.digest("select " + name).text();

        assertThat(shown.endsWith("…")).isEqualTo(bytes > SHOWN_BYTES);
        assertThat(shown.getBytes(UTF_8).length).isEqualTo(Math.min(bytes, SHOWN_BYTES));
    }

    @ParameterizedTest
    @EnumSource(SqlDialect.class)
    void digest_commentsAround_areNotPartOfIt(SqlDialect dialect) {
        Normalizer normalizer = new Normalizer(dialect, DigestOptions.DEFAULT);
        String sql = "select a from t where b = 1";
        Digest bare = normalizer.digest(sql);

        for (String commented : List.of(
                "/*traceparent='00-5bd66ef5095369c7b0d1f8f4bd33716a-c532cb4098ac3dd2-01',db_driver='x%27y'*/ " + sql,
                sql + " /*action='%2Fp*',framework='spring'*/",
                "-- it's a `lead\n" + sql,
                "  /* a */\n-- b\n/**/" + sql + "\n-- c",
                "select /*+ INDEX(t i) 'x' */ a from t where b = 2")) {
            assertThat(normalizer.digest(commented)).as(commented).isEqualTo(bare);
            assertThat(normalizer.digest(commented).summary()).isEqualTo("SELECT t");
        }
    }
}
