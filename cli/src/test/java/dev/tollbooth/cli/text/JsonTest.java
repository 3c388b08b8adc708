package dev.tollbooth.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {

    @Test
    void line_controlsQuotesAndLoneSurrogates_areEscaped() {
        assertThat(Json.line("a\"\\/\n\t\u0000é\u2028\u009b")).isEqualTo("\"a\\\"\\\\/\\n\\t\\u0000é\\u2028\\u009b\"");
        assertThat(Json.line("\ud83d\ude00 \ud83d")).isEqualTo("\"\ud83d\ude00 \\ud83d\"");
    }

    @Test
    void parseString_everyEscape_isRead() {
        assertThat(Json.parseString("  \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\" "))
                .isEqualTo("\"\\/\b\f\n\r\té\ud83d\ude00");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select 1 | broken at character 1",
                "12 | no double quote at its start",
                "{\"sql\":\"x\"} | no double quote at its start",
                "`\"abc` | broken at character 5",
                "`\"a\\x\"` | broken at character 4",
                "`\"a\\u12\"` | broken at character 7",
                "`\"a\" \"b\"` | more behind the string",
                "`\"a\tb\"` | broken at character 3",
            })
    void parseString_notOneJsonString_saysWhereAndNotWhat(String line, String message) {
        assertThatThrownBy(() -> Json.parseString(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void parseString_ofTwentyMegabytes_isRead() {
        String text = "x".repeat(21_000_000);
        assertThat(Json.parseString('"' + text + '"')).hasSize(text.length());
    }

    @Test
    void parseString_whatLineWrote_isTheSameText() {
        long seed = 20261121;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x10000)));
            }
            String json = Json.line(text.toString());
            assertThat(json.chars().noneMatch(c -> c < ' '))
                    .as("seed=%d, i=%d", seed, i)
                    .isTrue();
            assertThat(Json.parseString(json)).as("seed=%d, i=%d", seed, i).isEqualTo(text.toString());
        }
    }
}
