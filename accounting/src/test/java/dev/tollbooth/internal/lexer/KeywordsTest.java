package dev.tollbooth.internal.lexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tollbooth.internal.digest.JsonStrings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

public class KeywordsTest {

    private static final Path SHARED = Path.of(System.getProperty("tollbooth.cases", "../../shared/cases"));

    private static final List<String> KEYWORDS = words(TidbWords.KEYWORDS);
    private static final List<String> FUNCTIONS = words(TidbWords.FUNCTIONS);

    public static List<String> words(String text) {
        return List.of(text.strip().split("\\s"));
    }

    @Test
    void words_always_areSortedInUpperCaseWithoutDoubles() {
        for (List<String> words : List.of(KEYWORDS, FUNCTIONS)) {
            assertThat(words).isSorted().doesNotHaveDuplicates().allMatch(word -> word.matches("[A-Z][A-Z0-9_]*"));
            assertThat(words).hasSizeGreaterThan(30);
        }
    }

    @Test
    void words_besideTheServersList_isComplete() throws IOException {
        Path list = SHARED.resolve("tidb_keywords.json");
        assumeTrue(Files.isReadable(list), "the server's list is no part of this repository");
        JsonStrings server = JsonStrings.parse(Files.readString(list));

        assertThat(KEYWORDS).containsExactlyInAnyOrderElementsOf(server.array("keywords"));
        assertThat(FUNCTIONS).containsExactlyInAnyOrderElementsOf(server.array("function"));
        assertThat(KEYWORDS).doesNotContainAnyElementsOf(server.array("fork_only_excluded"));
    }

    @Test
    void find_everyWord_knowsItInAnyCase() {
        for (String word : KEYWORDS) {
            assertThat(find(word) & Keywords.KEYWORD).as(word).isNotZero();
            assertThat(find(word.toLowerCase(java.util.Locale.ROOT)) & Keywords.KEYWORD)
                    .as(word)
                    .isNotZero();
            assertThat(find(word + "_X1") & Keywords.KEYWORD).as(word).isZero();
        }
        for (String word : FUNCTIONS) {
            assertThat(find(word) & Keywords.FUNCTION).as(word).isNotZero();
        }
        assertThat(find("COUNT")).isEqualTo(Keywords.FUNCTION);
        assertThat(find("orders")).isZero();
    }

    @Test
    void classes_ofWords_areOneForEach() {
        for (String entry : WordClass.WORDS) {
            int space = entry.indexOf(' ');
            int wanted = Integer.parseInt(entry.substring(space + 1));

            assertThat(find(entry.substring(0, space)) & Keywords.CLASS_MASK)
                    .as(entry)
                    .isEqualTo(wanted);
        }
    }

    private static int find(String word) {
        return Keywords.find(word);
    }
}
