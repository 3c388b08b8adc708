package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.SqlDialect;
import java.security.MessageDigest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a digest with a hash computed at its first use equals one with a hash from the start. */
class DigestTest {

    private static final int SHOWN_BYTES = 64;

    private final DigestOptions options = new DigestOptions(SHOWN_BYTES, true, TidbVersion.CURRENT);
    private final TextNormalizer eager = new TextNormalizer(SqlDialect.POSTGRESQL, options);
    private final DigestCache cache = new DigestCache(SqlDialect.POSTGRESQL, options, 1 << 20);
    private final DigestCache another = new DigestCache(SqlDialect.POSTGRESQL, options, 1 << 20);

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "ä", "名", "😀"})
    void digest_ofTextsAroundTheShownLength_isTheHashOfTheWhole(String letter) throws Exception {
        for (int length = 0; length < 2 * SHOWN_BYTES; length++) {
            String sql = "select \"" + letter.repeat(length) + '"';
            String whole = eager.normalize(sql);
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(whole.getBytes(UTF_8));

            TextDigest lazy = cache.get(sql);

            assertThat(lazy).isEqualTo(another.get(sql)).isNotEqualTo(another.get(sql + " union select 1"));
            assertThat(lazy).isEqualTo(eager.digest(sql)).hasSameHashCodeAs(eager.digest(sql));
            assertThat(lazy)
                    .isEqualTo(TextDigest.ofNormalized(whole, ""))
                    .hasSameHashCodeAs(TextDigest.ofNormalized(whole, ""));
            assertThat(lazy.sha256().bytes()).isEqualTo(hash);
            assertThat(Sha256.ofHex(lazy.hex())).isEqualTo(lazy.sha256());
            assertThat(lazy).isEqualTo(another.get(sql)).isNotEqualTo(another.get(sql + " union select 1"));
        }
    }

    @Test
    void digest_textWithoutStatement_isNamedAndOfNoByte() {
        TextNormalizer normalizer = new TextNormalizer(SqlDialect.H2, DigestOptions.DEFAULT);

        for (String sql : new String[] {"", " ", "/* ping */", "-- ping", ";"}) {
            TextDigest digest = normalizer.digest(sql);

            assertThat(digest).isEqualTo(TextDigest.ofNormalized("", "")).hasSameHashCodeAs(normalizer.digest(""));
            assertThat(digest.text()).isEqualTo("(empty)");
            assertThat(digest.summary()).isEqualTo("(empty)");
            assertThat(normalizer.normalize(sql)).isEmpty();
        }
    }
}
