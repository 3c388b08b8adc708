package dev.tollbooth.integration.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The table of what was tried: of this run, beside the one that the guide has. Not thread-safe. */
final class CompatibilityTable {
    private static final Path MODULE =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    private static final Path WRITTEN = MODULE.resolve("target/compatibility.md");
    private static final Path GUIDE =
            MODULE.resolve("../../docs/guide/compatibility.md").normalize();
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

    /** Whether all of so many products are in it: a run of one alone has nothing to compare. */
    boolean has(long products) {
        return lines.size() == products + 2;
    }

    void write() throws IOException {
        Files.write(WRITTEN, lines);
    }

    /** Compares it with the guide's, or puts it there where the run is to record it. */
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
