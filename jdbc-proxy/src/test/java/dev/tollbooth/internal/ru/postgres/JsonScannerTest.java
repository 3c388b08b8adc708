package dev.tollbooth.internal.ru.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonScannerTest {

    private static final String GOOD = "{ \"a\": [1, -2.5e3, true, null, \"x\\\"\\u00e4\\n\"], \"b\": {}, \"c\": [] }";

    @Test
    void string_withEscapes_isTheText() {
        assertThat(new JsonScanner("\"a\\\"b\\\\c\\/\\n\\t\\r\\b\\f\\u00e4\"", 0).string())
                .isEqualTo("a\"b\\c/\n\t\r\b\f\u00e4");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0", "12", "123456789012345", "1234567890123456789", "-7", "0.25", "1.00", "-2.5e3", "1E-4"})
    void number_ofAnyForm_isItsValue(String text) {
        assertThat(new JsonScanner(" " + text + " ", 0).number()).isEqualTo(Double.parseDouble(text));
    }

    @Test
    void skip_anyValue_stopsBehindIt() {
        JsonScanner json = new JsonScanner("[" + GOOD + ", 7]", 0);
        json.enter('[');
        assertThat(json.more(']')).isTrue();
        json.skip();
        assertThat(json.more(']')).isTrue();
        assertThat(json.number()).isEqualTo(7);
        assertThat(json.more(']')).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,}",
                "{,}",
                "[1 2]",
                "[1,]",
                "{\"a\" 1}",
                "\"a",
                "\"a\\",
                "{\"a\":tru}",
                "-",
                "1..2",
                "{a:1}",
                "{\"a\":\"\\",
                "]"
            })
    void skip_badText_saysWhereAndNoContent(String text) {
        assertThatThrownBy(() -> new JsonScanner(text, 0).skip())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("not JSON: .*, at=\\d+, length=" + text.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\x\"", "\"\\u12\"", "\"\\u12g4\""})
    void string_badEscape_isRefused(String text) {
        assertThatThrownBy(() -> new JsonScanner(text, 0).string()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void skip_nestedWithoutEnd_isRefusedBeforeTheStackIsFull() {
        assertThatThrownBy(() -> new JsonScanner("[".repeat(1_000_000), 0).skip())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nested too deep");
    }

    @Test
    void skip_textCutOrChanged_endsOrIsRefused() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder(GOOD);
            text.setCharAt(random.nextInt(text.length()), "{}[]\",:\\0a ".charAt(random.nextInt(11)));
            text.setLength(1 + random.nextInt(text.length()));
            try {
                new JsonScanner(text.toString(), 0).skip();
            } catch (IllegalArgumentException e) {
                refused++; // anything else fails the test
            }
        }
        assertThat(refused).as("seed=%d", seed).isBetween(3_000, 5_000);
    }
}
