package dev.tollbooth.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonStringsTest {

    @Test
    void quote_controlsQuotesAndLoneSurrogates_areEscaped() {
        assertThat(JsonStrings.quote("a\"\\/\b\n\t\u0000é\u2028"))
                .isEqualTo("\"a\\\"\\\\/\\u0008\\n\\t\\u0000é\\u2028\"");
        assertThat(JsonStrings.quote("\ud83d\ude00 \ud83d")).isEqualTo("\"\ud83d\ude00 \\ud83d\"");
    }

    @Test
    void parse_everyEscape_isRead() {
        assertThat(JsonStrings.parse("  \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\" "))
                .isEqualTo("\"\\/\b\f\n\r\té\ud83d\ude00");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select 1 | no double quote at its start",
                "`\"` | no double quote at its start",
                "{\"sql\":\"x\"} | no double quote at its start",
                "`\"abc` | no double quote at its end",
                "`\"abc\\` | bad escape at character 6",
                "`\"abc\\\"` | no double quote at its end",
                "`\"a\\x\"` | bad escape at character 4",
                "`\"a\\u12\"` | bad escape at character 4",
                "`\"a\\u12zz\"` | bad escape at character 4",
                "`\"a\\u١٢٣٤\"` | bad escape at character 4",
                "`\"a\" \"b\"` | more behind the string at character 4",
                "`\"a\tb\"` | raw control character at character 3",
            })
    void parse_notOneJsonString_saysWhere(String line, String message) {
        assertThatThrownBy(() -> JsonStrings.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void parse_whatQuoteWrote_isTheSameText() {
        long seed = 20261121;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append((char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x10000)));
            }
            String json = JsonStrings.quote(text.toString());
            assertThat(json.chars().noneMatch(c -> c < ' '))
                    .as("seed=%d, i=%d", seed, i)
                    .isTrue();
            assertThat(JsonStrings.parse(json)).as("seed=%d, i=%d", seed, i).isEqualTo(text.toString());
        }
    }
}
