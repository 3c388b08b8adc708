package dev.tollbooth.internal.http;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A check that rejects requests that another site makes a browser send. The site may send them from its own page, or
 * under a name that it resolves to this machine (DNS rebinding).
 *
 * <p>Thread-safe: immutable.
 */
public final class OriginCheck {

    /** The form of an IP address; unlike a name, it can't be made to resolve to this machine. */
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.%]+]");

    private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

    private final String host;
    private final boolean isPage;

    private OriginCheck(String host, boolean isPage) {
        this.host = host.toLowerCase(Locale.ROOT);
        this.isPage = isPage;
    }

    /**
     * Returns a check for a port with a page, to which other sites may link.
     *
     * @param host the name under which the port was opened
     */
    public static OriginCheck ofPage(String host) {
        return new OriginCheck(host, true);
    }

    /**
     * Returns a check for a port that programs read. Anyone who reaches the port from another machine may read it,
     * under any name. So the name is checked only for requests over loopback, for example from a local browser.
     *
     * @param host the name under which the port was opened
     */
    public static OriginCheck ofPrograms(String host) {
        return new OriginCheck(host, false);
    }

    /**
     * Rejects a request unless it comes from a program, from the user of a browser, or from the port's own page.
     *
     * @throws Refusal if the request is rejected
     */
    public void check(HttpRequest request) throws Refusal {
        String asked = request.header("Host");
        if ((isPage || request.isLocal()) && (asked == null || !isOurs(asked))) {
            throw new Refusal(
                    421, "unknown host: ask by address, by localhost, or by the name that the setting listens on");
        }
        String site = request.header("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none") && !(isPage && isLink(request))) {
            throw new Refusal(403, "requested by another site");
        }
        String origin = request.header("Origin");
        if (origin != null && !isSame(origin, String.valueOf(asked))) {
            throw new Refusal(403, "requested by another site");
        }
    }

    /**
     * Rejects a request without the headers by which a browser names the page that sends it, because a cookie alone
     * proves nothing. {@link #check}, which verifies these headers, must have accepted the request before.
     *
     * @throws Refusal if the request is rejected
     */
    public static void requireOwnPage(HttpRequest request) throws Refusal {
        if (request.header("Origin") == null && request.header("Sec-Fetch-Site") == null) {
            throw new Refusal(403, "request without an origin: send the token as Authorization: Bearer");
        }
    }

    /** Returns whether the user follows a link to the page. The page then replaces the page of the other site. */
    private static boolean isLink(HttpRequest request) {
        return request.method().equals("GET")
                && request.path().equals("/")
                && "navigate".equals(request.header("Sec-Fetch-Mode"))
                && "document".equals(request.header("Sec-Fetch-Dest"));
    }

    private boolean isOurs(String asked) {
        String name = PORT.matcher(asked.toLowerCase(Locale.ROOT)).replaceFirst("");
        return name.equals("localhost")
                || name.equals(host)
                || ADDRESS.matcher(name).matches();
    }

    private static boolean isSame(String origin, String asked) {
        return ("http://" + asked).equalsIgnoreCase(origin) || ("https://" + asked).equalsIgnoreCase(origin);
    }
}
