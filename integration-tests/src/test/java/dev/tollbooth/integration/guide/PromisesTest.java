package dev.tollbooth.integration.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that each promise of the guide names its tests, and that they exist. */
final class PromisesTest {

    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)`");

    @Test
    void promises_eachNamesTestsThatAreThere() throws IOException {
        Set<String> tests = tests();
        List<String> rows = Page.read(Page.PROJECT.resolve("docs/guide/promises.md")).lines().stream()
                .filter(line -> line.startsWith("| **"))
                .toList();

        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            String holders = row.substring(row.lastIndexOf('|', row.length() - 2));
            List<String> named = NAMED.matcher(holders)
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            assertThat(named).as(row).isNotEmpty().isSubsetOf(tests);
        });
    }

    /** Returns the names of the tests, without generated ones. */
    private static Set<String> tests() throws IOException {
        Set<String> names = new HashSet<>();
        Files.walkFileTree(Page.PROJECT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                return name.equals("target") || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (file.toString().contains("/src/test/java/") && name.endsWith(".java")) {
                    names.add(name.substring(0, name.length() - ".java".length()));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return names;
    }
}
