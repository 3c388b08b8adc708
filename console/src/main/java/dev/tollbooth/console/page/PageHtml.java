package dev.tollbooth.console.page;

import dev.tollbooth.console.model.PageModel;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.security.SecureRandom;
import java.util.Base64;

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
}
