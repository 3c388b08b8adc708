package dev.tollbooth.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * What a command line gave.
 *
 * @param out lines of standard output
 * @param err lines of standard error
 */
public record Invocation(int exitCode, List<String> out, List<String> err) {

    /** Runs a command line in this JVM. */
    public static Invocation of(String input, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream outStream = new PrintStream(out, false, UTF_8);
        int exitCode = CommandLines.of(new Streams(
                        new ByteArrayInputStream(input.getBytes(UTF_8)), outStream, new PrintStream(err, true, UTF_8)))
                .execute(arguments);
        outStream.flush();
        return new Invocation(
                exitCode,
                out.toString(UTF_8).lines().toList(),
                err.toString(UTF_8).lines().toList());
    }
}
