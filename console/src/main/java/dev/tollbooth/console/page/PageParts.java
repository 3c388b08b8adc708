package dev.tollbooth.console.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The parts of the page, in files beside this class: the build makes one script of the modules in {@code src/main/page}. */
final class PageParts {

    private static final Pattern CSS_REMARK = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    /** Blanks that separate nothing; those before a colon may stand between two selectors. */
    private static final Pattern CSS_BLANK = Pattern.compile("\\s*([{};,>])\\s*|(:)\\s+");

    /** Rules that the page does not use: titles and legends of charts, and their own font. */
    private static final Pattern CSS_UNUSED = Pattern.compile(
            "[^{}]*\\.u-(?:title|legend|inline|series)[^{}]*\\{[^}]*\\}|(?<=\\.uplot \\{)font-family:[^;]*;");
    /** Indents within templates, which HTML does not show. */
    private static final Pattern INDENT = Pattern.compile("\n +");
    /** Fonts that charts would have without ours. */
    private static final Pattern CHART_FONTS = Pattern.compile("(?<=px )system-ui, -apple-system[^']*(?=')");

    private PageParts() {}

    /** Returns the styles of the charts and the page's own, without remarks and the blanks between. */
    static String styles() {
        String bare = CSS_REMARK
                .matcher(text("vendor/uplot-1.6.32.min.css") + text("page.css"))
                .replaceAll("");
        String used = CSS_UNUSED.matcher(bare).replaceAll("");
        return CSS_BLANK.matcher(used).replaceAll("$1$2").replace(";}", "}").strip();
    }

    /** Returns the script of the page, its libraries with it. */
    static String script() {
        String script = INDENT.matcher(text("page.js")).replaceAll("\n").strip();
        return CHART_FONTS.matcher(script).replaceAll("sans-serif");
    }

    private static String text(String name) {
        try (InputStream in = PageParts.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not in the jar: file=" + name + "; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
