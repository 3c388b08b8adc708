package dev.tollbooth.console.page;

import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.TimeSpan;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The page as one HTML text that loads nothing from elsewhere. A file contains its data; a server's page requests the
 * data.
 *
 * <p>The content security policy allows only scripts and styles with the page's nonce.
 */
public final class PageHtml {

    private static final int NONCE_BYTES = 18;

    private PageHtml() {}

    /** Returns a random nonce. */
    public static String newNonce() {
        byte[] bytes = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Returns the content security policy of a page with this nonce; {@code connect} is the source from which its
     * scripts may request data.
     */
    public static String policy(String nonce, String connect) {
        return "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'nonce-" + nonce + "'; connect-src "
                + connect + "; img-src data:; base-uri 'none'; form-action 'none'";
    }

    /**
     * Writes the page for a server that sends the header {@link #policy} with it; {@code fleet} selects the page of
     * many JVMs.
     */
    public static void live(Writer page, String nonce, boolean fleet) throws IOException {
        withoutData(page, nonce, "", fleet);
    }

    /**
     * Returns the page for a server that does not send the policy as a header. The page itself contains the policy,
     * which allows requests to that server.
     */
    public static String embedded() {
        String nonce = newNonce();
        StringWriter page = new StringWriter();
        try {
            withoutData(page, nonce, meta(policy(nonce, "'self'")), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return page.toString();
    }

    private static String meta(String policy) {
        return "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n";
    }

    private static void withoutData(Writer page, String nonce, String policy, boolean fleet) throws IOException {
        head(page, nonce, policy, fleet);
        page.append("<script type=\"application/json\" id=\"data\"></script>\n");
        script(page, nonce);
    }

    /**
     * Writes the page with its data.
     *
     * @param madeAtSeconds seconds since 1970 UTC
     */
    public static void file(Writer page, PageModel model, PageOptions options, long madeAtSeconds) throws IOException {
        String nonce = newNonce();
        head(page, nonce, meta(policy(nonce, "'none'")), false);
        page.append("<script type=\"application/json\" id=\"data\">");
        StringWriter data = new StringWriter();
        try (var json = HtmlSafeJson.to(data)) {
            ModelJson.write(json, model, "", madeAtSeconds);
        }
        page.append(data.getBuffer());
        page.append("</script>\n");
        page.append("<script type=\"application/json\" id=\"options\">");
        StringWriter chosen = new StringWriter();
        try (var json = HtmlSafeJson.to(chosen)) {
            HtmlSafeJson.write(json, options.asMap());
        }
        page.append(chosen.getBuffer());
        page.append("</script>\n");
        script(page, nonce);
    }

    private static void head(Writer page, String nonce, String policy, boolean fleet) throws IOException {
        page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append(policy)
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n")
                .append("<meta name=\"referrer\" content=\"no-referrer\">\n")
                .append("<title>Tollbooth</title>\n<link rel=\"icon\" href=\"data:,\">\n");
        page.append("<style nonce=\"")
                .append(nonce)
                .append("\">")
                .append(PageParts.styles())
                .append("</style>\n");
        page.append("</head>\n<body>\n<div id=\"app\"")
                .append(fleet ? " data-fleet" : "")
                .append("><noscript>This page needs JavaScript.</noscript></div>\n");
    }

    private static void script(Writer page, String nonce) throws IOException {
        page.append("<script type=\"module\" nonce=\"").append(nonce).append("\">\n");
        page.append(PageParts.script()).append("\n</script>\n</body>\n</html>\n");
    }

    /**
     * The parts of the page, read from files beside this class. The build bundles the modules in {@code src/main/page}
     * into one script.
     */
    static final class PageParts {

        private static final Pattern CSS_REMARK = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
        /**
         * White space without a meaning in CSS. A blank before a colon is kept, because it may separate two selectors.
         */
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

    /**
     * The first view of a file's page.
     *
     * @param compared the earlier span of a comparison; null for none
     * @param shown the later span; null for all time after the earlier one
     * @param problems the messages of errors while reading
     */
    public record PageOptions(
            @Nullable TimeSpan compared, @Nullable TimeSpan shown, List<String> problems) {

        /** Copies the list. */
        public PageOptions {
            problems = List.copyOf(problems);
        }

        Map<String, Object> asMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            put(map, "compared", compared);
            put(map, "shown", shown);
            map.put("problems", problems);
            return map;
        }

        private static void put(Map<String, Object> map, String key, @Nullable TimeSpan span) {
            if (span != null) {
                map.put(key, List.of(span.sinceSeconds(), span.untilSeconds()));
            }
        }
    }
}
