package dev.tollbooth.console.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** The page's sources, as they lie beside this class. */
final class PageParts {

    private static final String FLEET = "fleet";

    /** In the order in which they need each other. */
    static final List<String> MODULES = List.of(
            "lib",
            "format",
            "model",
            "state",
            "chance",
            "charts",
            "histogram",
            "parts",
            "overview",
            "statements",
            "statement",
            "spenders",
            "now",
            "compare",
            "health",
            "live",
            FLEET,
            "app");

    static final List<String> LIBRARIES = List.of("htm-preact-3.1.1.umd.js", "uplot-1.6.32.iife.min.js");
    static final String LIBRARY_STYLES = "uplot-1.6.32.min.css";

    private static final Pattern IMPORT = Pattern.compile("(?m)^import .* from '\\./[a-z]+\\.js';\\R");
    /** What stands before code and remarks of whole lines: a tenth of the page. */
    private static final Pattern INDENT = Pattern.compile("(?m)^(\\s+|// .*\\R)");

    private static final Pattern EXPORT = Pattern.compile("(?m)^export ");

    private static final Pattern CSS_REMARK = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    /** Blanks that separate nothing; those before a colon may stand between two selectors. */
    private static final Pattern CSS_BLANK = Pattern.compile("\\s*([{};,])\\s*|(:)\\s+");

    private PageParts() {}

    /** Returns the page's own styles, without remarks and the blanks between. */
    static String styles() {
        String bare = CSS_REMARK.matcher(own("page.css")).replaceAll("");
        return CSS_BLANK.matcher(bare).replaceAll("$1$2").strip();
    }

    /** Returns a file of the page's own. */
    static String own(String name) {
        return text("app/" + name);
    }

    /** Returns a library's file as it was published. */
    static String vendored(String name) {
        return text("vendor/" + name);
    }

    /**
     * Returns all modules as one: each as written, without the lines that bind them together.
     *
     * @param fleet with what shows a fleet
     */
    static String modules(boolean fleet) {
        StringBuilder all = new StringBuilder();
        for (String module : MODULES) {
            if (module.equals(FLEET) && !fleet) {
                continue;
            }
            String bound = IMPORT.matcher(own(module + ".js")).replaceAll("");
            all.append(INDENT.matcher(EXPORT.matcher(bound).replaceAll("")).replaceAll(""));
        }
        return ScriptBlanks.removed(all.toString());
    }

    private static String text(String name) {
        try (InputStream in = PageParts.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not in the jar: file=" + name + "; build it anew");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
