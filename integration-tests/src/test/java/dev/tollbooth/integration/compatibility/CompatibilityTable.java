package dev.tollbooth.integration.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of the tested products in this run, for a comparison with the guide's.
 *
 * <p>Not thread-safe.
 */
final class CompatibilityTable {
    private static final Path MODULE =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    private static final Path WRITTEN = MODULE.resolve("target/compatibility.md");
    private static final Path GUIDE =
            MODULE.resolve("../docs/guide/compatibility.md").normalize();
    private static final String HEAD =
            "| kind | product | version | statements | counted | errors | counted | rows | counted |";

    private final List<String> lines = new ArrayList<>(List.of(HEAD, "|---|---|---|--:|--:|--:|--:|--:|--:|"));

    void add(TriedProduct product, Counts reached, Counts counted) {
        lines.add("| %s | %s | %s | %d | %d | %d | %d | %d | %d |"
                .formatted(
                        product.kind(),
                        product.name(),
                        product.version(),
                        reached.executions(),
                        counted.executions(),
                        reached.errors(),
                        counted.errors(),
                        reached.rows(),
                        counted.rows()));
    }

    /** Returns whether the table has this number of products; the run of a single test does not. */
    boolean has(long products) {
        return lines.size() == products + 2;
    }

    void write() throws IOException {
        Files.write(WRITTEN, lines);
    }

    /** Compares the table with the guide's, or writes it to the guide if this run is to record it. */
    void compareWithGuide() throws IOException {
        List<String> page = Files.readAllLines(GUIDE);
        int from = page.indexOf(HEAD);
        assertThat(from).as("the table's head, in %s", GUIDE).isNotNegative();
        int to = from;
        while (to < page.size() && page.get(to).startsWith("|")) {
            to++;
        }
        List<String> recorded = page.subList(from, to);
        if (Boolean.getBoolean("compatibility.record")) {
            recorded.clear();
            recorded.addAll(lines);
            Files.write(GUIDE, page);
            return;
        }
        assertThat(lines)
                .as("%s against %s: -Dcompatibility.record=true records what is new", WRITTEN, GUIDE)
                .containsExactlyElementsOf(recorded);
    }
}
