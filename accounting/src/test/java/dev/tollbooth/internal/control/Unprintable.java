package dev.tollbooth.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

/** Characters that a line for people must not contain, by Unicode's own tables. */
public final class Unprintable {

    /** A text with a forged line, commands for a terminal, and characters that reverse or break a line. */
    public static final String FORGED =
            "u\nWARNING: forged\r\n\u001b[2J\u001b]0;t\u0007\u009b2K\u0085\u200b\u202eabc\u2028x\u2029";

    private Unprintable() {}

    /** Returns all such characters, with {@value #FORGED} before them and lone halves of pairs. */
    public static String all() {
        StringBuilder all = new StringBuilder(FORGED);
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(c -> isUnprintable(c) && Character.getType(c) != Character.SURROGATE)
                .forEach(c -> all.append('.').appendCodePoint(c));
        return all.append(".\ud83d.\ude00.").toString();
    }

    /** Asserts that {@code text} contains none of the characters except for line feeds of its writer. */
    public static void assertNoneIn(String text) {
        assertThat(text.codePoints().filter(c -> c != '\n' && isUnprintable(c)).mapToObj(Integer::toHexString))
                .isEmpty();
        assertThat(text.lines()).noneMatch(line -> line.startsWith("WARNING: forged"));
    }

    static boolean isUnprintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
