package dev.tollbooth.internal.digest;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.tollbooth.statement.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The checks of all fuzz targets, for inputs of any characters and for statements of whole tokens. */
final class DigestFuzz {

    static final String SECRET = "739164825";

    private static final String OTHERS = "518273469";

    /**
     * The most reads per character of the text, because PostgreSQL's operators have up to 63 characters, and each sign
     * reads one again.
     */
    private static final int MOST_WORK = 64;
    /** The most bytes of a character in the output: a space, two quotes and three bytes of UTF-8. */
    private static final int MOST_BYTES = 6;

    private final SqlDialect dialect;
    private final TextNormalizer normalizer;
    private final @Nullable LiteralMask mask;

    DigestFuzz(SqlDialect dialect) {
        this.dialect = dialect;
        this.normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        this.mask = LiteralMask.of(dialect, DigestOptions.DEFAULT);
    }

    void check(FuzzedDataProvider data) {
        if (data.consumeBoolean()) {
            FuzzedStatement statement = FuzzedStatement.of(data, dialect, SECRET, OTHERS);
            checkStatement(statement.plain(), statement.disguised());
        } else {
            checkAnyText(data.consumeRemainingAsString());
        }
    }

    private void checkAnyText(String sql) {
        TextDigest digest = normalizer.digest(sql);
        String text = normalizer.normalize(sql);

        assertThat(normalizer.digest(sql)).isEqualTo(digest);
        assertThat(TextDigest.ofNormalized(text, "")).isEqualTo(digest);
        assertThat(digest.summary()).hasSizeLessThanOrEqualTo(255);
        assertThat(text.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(MOST_BYTES * sql.length() + 16);
        List<TextDigest> statements = normalizer.statements(sql);
        if (sql.indexOf(';') < 0) {
            assertThat(statements).isEqualTo(text.isEmpty() ? List.of() : List.of(digest));
        }
        if (mask != null && mask.mask(sql)) {
            String masked = new String(mask.bytes(), 0, mask.length(), StandardCharsets.ISO_8859_1);
            assertThat(normalizer.normalize(masked)).as("%s%n%s", sql, masked).isEqualTo(text);
        }
        Normalization run = new Normalization(dialect, DigestOptions.DEFAULT);
        run.run(sql);
        assertThat(run.work()).isLessThanOrEqualTo(MOST_WORK * (long) sql.length() + 16);
    }

    private void checkStatement(String plain, String disguised) {
        TextDigest digest = normalizer.digest(plain);
        String text = normalizer.normalize(plain);

        String shown = text + digest.text() + digest.summary();
        assertThat(LiteralForm.isShown(SECRET, shown))
                .as("%s%n%s", plain, shown)
                .isFalse();
        assertThat(normalizer.normalize(disguised))
                .as("%s%n%s", plain, disguised)
                .isEqualTo(text);
        assertThat(normalizer.digest(disguised)).isEqualTo(digest);
        assertThat(normalizer.digest(disguised).summary()).isEqualToIgnoringCase(digest.summary());
        checkAnyText(plain);
    }
}
