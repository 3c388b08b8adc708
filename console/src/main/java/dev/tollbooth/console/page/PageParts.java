package dev.tollbooth.console.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The parts of the page, read from files beside this class. The build bundles the modules in {@code src/main/page} into
 * one script.
 */
final class PageParts {

    private static final Pattern CSS_REMARK = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    /** White space without a meaning in CSS. A blank before a colon is kept, because it may separate two selectors. */
    private static final Pattern CSS_BLANK = Pattern.compile("\\s*([{};,>])\\s*|(:)\\s+");

    /** The styles of the chart library that the page does not use: titles, legends, series and fonts. */
    private static final Pattern CSS_UNUSED = Pattern.compile(
            "[^{}]*\\.u-(?:title|legend|inline|series)[^{}]*\\{[^}]*\\}|(?<=\\.uplot \\{)font-family:[^;]*;");
    /** Indentation in templates, which HTML ignores. */
    private static final Pattern INDENT = Pattern.compile("\n +");
    /** The default fonts of charts in the script. */
    private static final Pattern CHART_FONTS = Pattern.compile("(?<=px )system-ui, -apple-system[^']*(?=')");

    /** The texts, created once, because applying the patterns takes longer than the rest of a page. */
    private static final class Bare {
        static final String STYLES = bareStyles();
        static final String SCRIPT = bareScript();
    }

    private PageParts() {}

    /** Returns the used styles of the charts and the page's own, without comments and needless white space. */
    static String styles() {
        return Bare.STYLES;
    }

    private static String bareStyles() {
        String bare = CSS_REMARK
                .matcher(text("vendor/uplot-1.6.32.min.css") + text("page.css"))
                .replaceAll("");
        String used = CSS_UNUSED.matcher(bare).replaceAll("");
        return CSS_BLANK.matcher(used).replaceAll("$1$2").replace(";}", "}").strip();
    }

    /** Returns the script of the page with its libraries. */
    static String script() {
        return Bare.SCRIPT;
    }

    private static String bareScript() {
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
