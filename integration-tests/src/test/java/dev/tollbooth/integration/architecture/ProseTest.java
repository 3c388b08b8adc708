package dev.tollbooth.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that README, guide, docs and the Javadoc of all modules have short sentences that begin with their subject. */
@Tag("check")
class ProseTest {

    private static final Path PROJECT = SourceSizesTest.PROJECT;
    private static final int MOST_WORDS = 32;
    private static final int MOST_WORDS_OF_JAVADOC = 32;
    private static final double MEAN_WORDS = 15;

    @Test
    void sentences_ofPages_areShortAndBeginWithTheirSubject() throws IOException {
        List<String> faults = new ArrayList<>();
        List<String> all = new ArrayList<>();
        for (Path page : pages()) {
            List<String> sentences = Prose.ofMarkdown(Files.readString(page));
            all.addAll(sentences);
            sentences.forEach(sentence -> add(faults, page, sentence, MOST_WORDS));
        }
        assertThat(all).hasSizeGreaterThan(1_000);
        assertThat(String.join("\n", faults)).isEmpty();
        assertThat(all.stream()
                        .mapToInt(sentence -> sentence.split(" ").length)
                        .average()
                        .orElseThrow())
                .isLessThan(MEAN_WORDS);
    }

    @Test
    void sentences_ofJavadoc_areShortAndBeginWithTheirSubject() throws IOException {
        List<String> faults = new ArrayList<>();
        for (Path source : SourceSizes.mainSources(PROJECT)) {
            if (!PROJECT.relativize(source).startsWith("benchmarks")) {
                Prose.ofJavadoc(Files.readString(source))
                        .forEach(sentence -> add(faults, source, sentence, MOST_WORDS_OF_JAVADOC));
            }
        }
        assertThat(String.join("\n", faults)).isEmpty();
    }

    @Test
    void fault_ofEachKind_isNamed() {
        assertThat(Prose.fault("The driver asks the server.", 5)).isEmpty();
        assertThat(Prose.fault("The driver asks the server twice.", 5)).startsWith("6 words, limit 5");
        assertThat(Prose.fault("What is counted stays.", 9)).startsWith("begins with a clause");
        assertThat(Prose.fault("What is counted?", 9)).isEmpty();
        assertThat(Prose.fault("It keeps the dearest ones.", 9)).contains("'dearest'");
        assertThat(Prose.fault("The cost that the server told.", 9)).contains("'told'");
        assertThat(Prose.fault("Returns them.", 9)).startsWith("names no object");
        assertThat(Prose.fault("Keeps one of these.", 9)).startsWith("names no object");
        assertThat(Prose.fault("Returns one row.", 9)).isEmpty();
        assertThat(Prose.fault("Counts that it ran.", 9)).isEmpty();
        assertThat(Prose.ofMarkdown("# A\n\nOne `x y` two. Three.\n\n| a |\n\n- Four\n- Five"))
                .containsExactly("One CODE two.", "Three.", "Four", "Five");
        assertThat(Prose.ofJavadoc("/**\n * One {@code a b}. Two.\n *\n * @param a three\n */"))
                .containsExactly("One CODE.", "Two.", "three");
    }

    private static void add(List<String> faults, Path file, String sentence, int mostWords) {
        String fault = Prose.fault(sentence, mostWords);
        if (!fault.isEmpty()) {
            faults.add(PROJECT.relativize(file) + ": " + fault + ": " + sentence);
        }
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(
                PROJECT.resolve("README.md"),
                PROJECT.resolve("CONTRIBUTING.md"),
                PROJECT.resolve("docs/DESIGN.md"),
                PROJECT.resolve("docs/RATIONALE.md")));
        try (Stream<Path> guide = Files.list(PROJECT.resolve("docs/guide"))) {
            guide.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }
}
