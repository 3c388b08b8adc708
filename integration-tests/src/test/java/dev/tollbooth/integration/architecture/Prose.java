package dev.tollbooth.integration.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures prose: sentences that are too long, or that begin with a clause in place of a subject, and words that only
 * this project used. In Javadoc it also measures methods whose first sentence names no object. It sees Markdown without
 * code, tables and headings, and Javadoc without its tags.
 */
final class Prose {

    private static final Pattern CODE_BLOCK = Pattern.compile("(?s)```.*?```|<!--.*?-->");
    private static final Pattern ITEM = Pattern.compile("\\n(?=\\s*(?:[-*]|\\d+\\.) )");
    private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
    private static final Pattern PARAGRAPH = Pattern.compile("(?s)<p>|\\n(?=@)|<li>|</?[uo]l>|<pre>.*?</pre>");
    private static final Pattern TAG = Pattern.compile("^@(?:param|throws)\\s+\\S+\\s*|^@return\\s*");
    private static final Pattern INLINE = Pattern.compile("\\{@\\w+\\s[^}]*}|`[^`]*`");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+(?=[\\p{Lu}\"(\\[*])");
    private static final Pattern WORD = Pattern.compile("[\\w'-]+");
    private static final Pattern CLAUSE = Pattern.compile("(?:What|Who|Whoever|Whose|Of)\\b.*[^?]");
    private static final Pattern IDIOLECT = Pattern.compile(
            "\\b(?:dearest|least dear|of here|comes? to light|19 of 20|is well|told|owed|outlets?|whoever)\\b");
    private static final Pattern NO_OBJECT = Pattern.compile(
            "[A-Z][a-z]+s (?:it|them|those|one)(?:[.,:;]|$| (?:that|which|of (?:it|them|those|these))\\b).*"
                    + "|Returns (?:it|them|that|those|what|who|where)\\b.*");

    private Prose() {}

    /** Returns the sentences of a page of Markdown. */
    static List<String> ofMarkdown(String page) {
        return Stream.of(CODE_BLOCK.matcher(page).replaceAll("").split("\\n\\s*\\n"))
                .filter(block ->
                        !block.isBlank() && "#|<!".indexOf(block.strip().charAt(0)) < 0)
                .flatMap(ITEM::splitAsStream)
                .map(item -> item.replaceFirst("^\\s*(?:[-*]|\\d+\\.) ", ""))
                .flatMap(Prose::sentences)
                .toList();
    }

    /** Returns the sentences of a source file's Javadoc. */
    static List<String> ofJavadoc(String source) {
        List<String> sentences = new ArrayList<>();
        Matcher javadoc = JAVADOC.matcher(source);
        while (javadoc.find()) {
            String text = javadoc.group(1).replaceAll("\\n\\s*\\* ?", "\n");
            PARAGRAPH
                    .splitAsStream(text)
                    .map(paragraph -> TAG.matcher(paragraph.strip()).replaceFirst(""))
                    .flatMap(Prose::sentences)
                    .forEach(sentences::add);
        }
        return sentences;
    }

    private static Stream<String> sentences(String paragraph) {
        String plain = INLINE.matcher(paragraph).replaceAll("CODE").replaceAll("<[^>]*>", "");
        return SENTENCE_END
                .splitAsStream(plain.strip().replaceAll("\\s+", " "))
                .filter(sentence -> WORD.matcher(sentence).find());
    }

    /** Returns the fault of a sentence; empty if it has none. */
    static String fault(String sentence, int mostWords) {
        long words = WORD.matcher(sentence).results().count();
        if (words > mostWords) {
            return words + " words, limit " + mostWords + ": make two sentences of it";
        }
        if (CLAUSE.matcher(sentence).matches()) {
            return "begins with a clause: begin with the thing or the person";
        }
        if (NO_OBJECT.matcher(sentence).matches()) {
            return "names no object: name the thing that the method returns or changes";
        }
        Matcher idiolect = IDIOLECT.matcher(sentence.toLowerCase(Locale.ROOT));
        return idiolect.find() ? "a word of our own, '" + idiolect.group() + "': take the field's" : "";
    }
}
