package dev.tollbooth.integration.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of Markdown, with the parts that these tests need.
 *
 * @param name its path below the project's folder
 * @param file its file
 * @param lines its lines
 */
record Page(String name, Path file, List<String> lines) {

    /** The root of the project, from the module in which failsafe runs. */
    static final Path PROJECT = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .normalize()
            .getParent();

    private static final Pattern FENCE = Pattern.compile("( *)```(\\w*)");
    private static final Pattern NOT_RUN = Pattern.compile(" *<!-- not run: (.+) -->");
    private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\(([^)\\s]+)\\)");
    private static final Pattern QUOTED = Pattern.compile("`([^`\\n]+)`");

    static Page read(Path file) throws IOException {
        return new Page(PROJECT.relativize(file).toString(), file, Files.readAllLines(file));
    }

    /** Returns the pages for users: the README, how to contribute, and the guide. */
    static List<Page> all() throws IOException {
        List<Page> pages =
                new ArrayList<>(List.of(read(PROJECT.resolve("README.md")), read(PROJECT.resolve("CONTRIBUTING.md"))));
        try (Stream<Path> files = Files.list(PROJECT.resolve("docs/guide"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                pages.add(read(file));
            }
        }
        return pages;
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                int end = endOf(i, fence.group(1) + "```");
                blocks.add(new Block(name, i + 1, fence.group(2), text(i + 1, end, fence.group(1)), exempted(i)));
                i = end;
            }
        }
        return blocks;
    }

    private int endOf(int begin, String fence) {
        for (int i = begin + 1; i < lines.size(); i++) {
            if (lines.get(i).equals(fence)) {
                return i;
            }
        }
        throw new IllegalStateException("a fence without an end: " + name + ":" + (begin + 1));
    }

    private String text(int from, int to, String indent) {
        StringBuilder text = new StringBuilder();
        for (String line : lines.subList(from, to)) {
            text.append(line.startsWith(indent) ? line.substring(indent.length()) : line)
                    .append('\n');
        }
        return text.toString();
    }

    private String exempted(int fence) {
        Matcher reason = NOT_RUN.matcher(fence == 0 ? "" : lines.get(fence - 1));
        return reason.matches() ? reason.group(1) : "";
    }

    /** Returns the text outside of blocks. */
    String prose() {
        StringBuilder prose = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                i = endOf(i, fence.group(1) + "```");
            } else {
                prose.append(lines.get(i)).append('\n');
            }
        }
        return prose.toString();
    }

    /** Returns the targets of links, except for those to other sites. */
    List<String> links() {
        return LINK.matcher(prose())
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.contains("://"))
                .toList();
    }

    /** Returns the texts between backticks in the prose. */
    List<String> quoted() {
        return QUOTED.matcher(prose()).results().map(quoted -> quoted.group(1)).toList();
    }

    /** Returns the anchors of the headings. */
    List<String> anchors() {
        return prose().lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
                .toList();
    }

    /** Returns the target of {@code link} without its anchor. */
    Path target(String link) {
        String path = link.replaceFirst("#.*", "");
        Path folder = file.getParent();
        return path.isEmpty() || folder == null ? file : folder.resolve(path).normalize();
    }
}
