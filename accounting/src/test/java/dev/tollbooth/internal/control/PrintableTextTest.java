package dev.tollbooth.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrintableTextTest {

    @ParameterizedTest
    @CsvSource({
        "0", "7", "8", "9", "A", "D", "1B", "7F", "85", "9B", "AD", "61C", "200B", "200D", "200E", "2028", "2029"
    })
    @CsvSource({"202A", "202E", "2060", "2066", "2069", "FEFF", "FFF9", "D83D", "DE00"})
    void escape_oneThatActsOnATerminal_isFourDigitsOfItsNumber(String hex) {
        char c = (char) Integer.parseInt(hex, 16);

        assertThat(PrintableText.escape("a" + c + "b"))
                .isEqualTo("a\\u" + "0".repeat(4 - hex.length()) + hex.toLowerCase(java.util.Locale.ROOT) + "b");
    }

    @Test
    void escape_onesOutsideOfTheBasicPlane_areBothHalvesOrStay() {
        assertThat(PrintableText.escape("\udb40\udc41 \ud83d\ude00 \ud83d"))
                .isEqualTo("\\udb40\\udc41 \ud83d\ude00 \\ud83d");
    }

    @Test
    void escape_everyCharacterOfUnicode_leavesNothingUnprintableAndAllElseAsItWas() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            String text = "x" + Character.toString(c);
            String escaped = PrintableText.escape(text);
            if (Unprintable.isUnprintable(c)) {
                assertThat(escaped).matches("x(\\\\u[0-9a-f]{4}){1,2}");
            } else {
                assertThat(escaped).isSameAs(text);
            }
        }
    }

    @Test
    void escape_allAtOnce_isOneLineThatStillReads() {
        String escaped = PrintableText.escape(Unprintable.all());

        Unprintable.assertNoneIn(escaped);
        assertThat(escaped.lines()).hasSize(1);
        assertThat(escaped).startsWith("u\\u000aWARNING: forged\\u000d\\u000a\\u001b[2J");
    }

    @Test
    void label_everyCharacterOfUnicode_isEscapedOnlyIfPrometheusOrALineNeedsIt() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            String text = "x" + Character.toString(c);
            String expected = switch (c) {
                case '\\' -> "x\\\\";
                case '"' -> "x\\\"";
                case '\n' -> "x\\n";
                default -> PrintableText.escape(text).replace("\\", "\\\\");
            };
            assertThat(PrintableText.label(text)).isEqualTo(expected);
            assertThat(PrintableText.labelLength(text)).isEqualTo(expected.length());
        }
    }

    @Test
    void escape_backslashes_stayAsTheyAre() {
        String text = "C:\\users\\u0041";
        assertThat(PrintableText.escape(text)).isSameAs(text);
        assertThat(PrintableText.escape("")).isEmpty();
    }
}
