package dev.tollbooth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Recorded outputs, which users and their programs read. They are compared line by line with files in {@code
 * src/test/resources/golden}. With {@code -Dtest.jvm.args=-Dgolden.record=true} the files are written instead, so that
 * a commit shows the difference.
 */
public final class Golden {

    private static final Path DIRECTORY =
            Path.of(System.getProperty("basedir", ""), "src", "test", "resources", "golden");

    private final List<String> lines = new ArrayList<>();

    /** Adds an output below a heading; JSON is split into a line for each object of a list. */
    public Golden add(String heading, List<String> output) {
        if (!lines.isEmpty()) {
            lines.add("");
        }
        lines.add("$ " + heading);
        for (String line : output) {
            lines.addAll(line.startsWith("{") ? List.of(line.split("(?<=[}\\]]),(?=[{\"])")) : List.of(line));
        }
        return this;
    }

    /** Compares all added outputs with the file {@code name}, or writes the file. */
    public void matches(String name) throws IOException {
        Path file = DIRECTORY.resolve(name);
        if (Boolean.getBoolean("golden.record")) {
            Files.createDirectories(DIRECTORY);
            Files.write(file, lines);
        }
        assertThat(lines).as("%s; to accept it: -Dgolden.record=true", file).isEqualTo(Files.readAllLines(file));
    }
}
