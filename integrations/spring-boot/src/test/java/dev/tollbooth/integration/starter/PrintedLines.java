package dev.tollbooth.integration.starter;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The lines that this JVM prints, including Spring Boot's log, until this object is closed. */
final class PrintedLines implements AutoCloseable {

    private final PrintStream before = System.out;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    PrintedLines() {
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    /** Returns the lines of the starter and of Tollbooth. */
    List<String> ofTollbooth() {
        return bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.matches(".*(d\\.t\\.|d\\.tollbooth|dev\\.tollbooth).*"))
                .toList();
    }

    /** Returns the lines that contain {@code part}. */
    List<String> with(String part) {
        return ofTollbooth().stream().filter(line -> line.contains(part)).toList();
    }

    @Override
    public void close() {
        System.setOut(before);
        before.print(bytes.toString(StandardCharsets.UTF_8));
    }
}
