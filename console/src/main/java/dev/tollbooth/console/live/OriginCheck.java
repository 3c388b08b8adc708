package dev.tollbooth.console.live;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request comes from the page itself: a site that a browser shows beside it must not speak in its name, nor under
 * a name that leads to this machine (DNS rebinding).
 *
 * <p>Thread-safe: immutable.
 */
final class OriginCheck {

    /** An address has no name that could lead elsewhere. */
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.%]+]");

    private static final Pattern PORT = Pattern.compile(":\\d{1,5}$");

    private final String host;

    /** {@code host} is the name that the port was opened by. */
    OriginCheck(String host) {
        this.host = host.toLowerCase(Locale.ROOT);
    }

    void check(PageRequest request) throws Refusal {
        String asked = request.header("Host");
        if (asked == null || !isOurs(asked)) {
            throw new Refusal(421, "unknown host: ask by address, by localhost, or by the name of console.listen");
        }
        String site = request.header("Sec-Fetch-Site");
        boolean foreign = site != null && !site.equals("same-origin") && !site.equals("none");
        if (foreign && (request.isPost() || request.path().contains("/api/"))) {
            throw new Refusal(403, "asked by another site");
        }
        String origin = request.header("Origin");
        if (request.isPost() && origin != null && !isSame(origin, asked)) {
            throw new Refusal(403, "asked by another site");
        }
    }

    /** Throws unless a browser says that its own page asks: what a cookie alone allows needs that word. */
    static void requireOwnPage(PageRequest request) throws Refusal {
        if (request.header("Origin") == null && request.header("Sec-Fetch-Site") == null) {
            throw new Refusal(403, "asked without an origin: send the token as Authorization: Bearer");
        }
    }

    private boolean isOurs(String asked) {
        String name = PORT.matcher(asked.toLowerCase(Locale.ROOT)).replaceFirst("");
        return name.equals("localhost")
                || name.equals(host)
                || ADDRESS.matcher(name).matches();
    }

    private static boolean isSame(@Nullable String origin, String asked) {
        return ("http://" + asked).equalsIgnoreCase(origin) || ("https://" + asked).equalsIgnoreCase(origin);
    }
}
