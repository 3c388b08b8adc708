package dev.tollbooth.internal.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TextLimitTest {

    private static final String[] CHARACTERS = {"a", "é", "€", "𝄞"};

    @Test
    void cut_atMostFourKibibytes_isTheTextItself() {
        String text = "x".repeat(4_096);
        assertThat(TextLimit.cut(text)).isSameAs(text);
        assertThat(TextLimit.cut("€".repeat(1_365))).hasSize(1_365);
        assertThat(TextLimit.cut("")).isEmpty();
    }

    @Test
    void cut_anyCharacters_isTheLongestBeginningThatFits() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            while (text.toString().getBytes(UTF_8).length <= 4_200) {
                text.append(CHARACTERS[random.nextInt(CHARACTERS.length)].repeat(1 + random.nextInt(40)));
            }
            String cut = TextLimit.cut(text.toString());
            assertThat(text.toString()).as("seed=%d", seed).startsWith(cut);
            int bytes = cut.getBytes(UTF_8).length;
            assertThat(bytes).as("seed=%d", seed).isBetween(4_093, 4_096);
            String next = text.substring(cut.length(), text.offsetByCodePoints(cut.length(), 1));
            assertThat(bytes + next.getBytes(UTF_8).length).as("seed=%d", seed).isGreaterThan(4_096);
        }
    }
}
