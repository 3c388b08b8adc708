package dev.tollbooth.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/**
 * The result of a command line.
 *
 * @param exitCode the exit code
 * @param out lines of standard output
 * @param err lines of standard error
 * @param printed both outputs in the order of printing
 */
public record Invocation(int exitCode, List<String> out, List<String> err, String printed) {

    private static final Set<Integer> UNPRINTABLE = Set.of(
            (int) Character.CONTROL,
            (int) Character.FORMAT,
            (int) Character.LINE_SEPARATOR,
            (int) Character.PARAGRAPH_SEPARATOR,
            (int) Character.SURROGATE);

    /**
     * Returns a text as an attacker may send it, with every character that a terminal interprets or that breaks or
     * reverses a line, and with a forged line.
     */
    public static String fromOutside() {
        StringBuilder all = new StringBuilder("u\nforged line\r\u001b[2J\u009b2K\u202e");
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (UNPRINTABLE.contains(Character.getType(c)) && Character.getType(c) != Character.SURROGATE) {
                all.appendCodePoint(c);
            }
        }
        return all.toString();
    }

    /** Runs a command line in this JVM; returns its outputs and exit code. */
    public static Invocation of(String input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream outStream = new PrintStream(out, false, UTF_8);
        int exitCode = Main.of(new Streams(
                        new ByteArrayInputStream(input.getBytes(UTF_8)), outStream, new PrintStream(err, true, UTF_8)))
                .execute(arguments);
        outStream.flush();
        return new Invocation(
                exitCode,
                out.toString(UTF_8).lines().toList(),
                err.toString(UTF_8).lines().toList(),
                out.toString(UTF_8) + err.toString(UTF_8));
    }

    /** Asserts that all lines are Tollbooth's own, and that a terminal shows them without interpreting a character. */
    public void assertPrintable() {
        assertThat(printed.codePoints()
                        .filter(c -> c != '\n' && UNPRINTABLE.contains(Character.getType(c)))
                        .mapToObj(Integer::toHexString))
                .isEmpty();
        assertThat(printed.lines()).noneMatch(line -> line.startsWith("forged"));
    }
}
