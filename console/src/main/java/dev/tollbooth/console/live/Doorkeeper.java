package dev.tollbooth.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.http.HttpRequest;
import dev.tollbooth.internal.http.HttpResponse;
import dev.tollbooth.internal.http.OriginCheck;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.time.Ticker;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A check whether a request is allowed. A client sends the page's password once to log in, or with each request.
 * Changes by a browser also need the token of its session.
 *
 * <p>Thread-safe.
 */
final class Doorkeeper {

    private static final String BEARER = "Bearer ";

    private final byte[] password;
    private final String cookieName;
    private final PageSessions sessions;
    private final FailedLogins failed;

    /**
     * Makes a check against {@code password}. The cookie's name contains {@code port}, so that two pages on one machine
     * have different cookies.
     */
    Doorkeeper(String password, int port, PageSessions sessions, Ticker ticker) {
        this.password = password.getBytes(StandardCharsets.UTF_8);
        this.cookieName = "tollbooth-" + port;
        this.sessions = sessions;
        this.failed = new FailedLogins(ticker);
    }

    /** Logs in a client that sends the password; the response sets the cookie of a new session. */
    HttpResponse login(HttpRequest request) throws Refusal {
        requirePassword(request.body());
        String cookie = cookieName + "=" + sessions.open() + "; HttpOnly; SameSite=Strict; Path=/";
        return HttpResponse.empty(204, Map.of("Set-Cookie", cookie));
    }

    /**
     * Returns the token that each change by this client must contain. The token is empty if the client sends the
     * password with each request, as scripts do.
     *
     * @throws Refusal if the client has not logged in
     */
    String requireLogin(HttpRequest request) throws Refusal {
        String given = request.header("Authorization");
        if (given != null && given.startsWith(BEARER)) {
            requirePassword(given.substring(BEARER.length()));
            return "";
        }
        PageSessions.PageSession session = session(request);
        if (session == null) {
            throw new Refusal(401, "log in: POST the password to api/v1/login, or send Authorization: Bearer");
        }
        return session.token();
    }

    /** Rejects a change unless the client sends the password, or has logged in and its page sent the request. */
    void requireChange(HttpRequest request) throws Refusal {
        if (!request.isPost()) {
            throw new Refusal(405, "a change needs a POST");
        }
        String token = requireLogin(request);
        if (token.isEmpty()) {
            return;
        }
        OriginCheck.requireOwnPage(request);
        String named = request.header("X-Tollbooth-Token");
        if (named == null || !same(named, token.getBytes(StandardCharsets.UTF_8))) {
            throw new Refusal(403, "a change needs the session's token");
        }
    }

    private void requirePassword(String given) throws Refusal {
        failed.requireRoom();
        if (!same(given, password)) {
            failed.failed();
            throw new Refusal(401, "wrong password or token");
        }
    }

    private static boolean same(String given, byte[] right) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), right);
    }

    private PageSessions.@Nullable PageSession session(HttpRequest request) {
        String cookies = request.header("Cookie");
        if (cookies == null) {
            return null;
        }
        return Arrays.stream(cookies.split(";", -1))
                .map(String::strip)
                .filter(each -> each.startsWith(cookieName + "="))
                .map(each -> sessions.find(each.substring(cookieName.length() + 1)))
                .filter(each -> each != null)
                .findFirst()
                .orElse(null);
    }

    /**
     * The limit for wrong passwords: ten at once, then one every six seconds.
     *
     * <p>Thread-safe.
     */
    private static final class FailedLogins {

        private static final int MOST = 10;
        private static final long NANOS_EACH = 6_000_000_000L;

        private final Ticker ticker;

        @GuardedBy("this")
        private double failures;

        @GuardedBy("this")
        private long since;

        FailedLogins(Ticker ticker) {
            this.ticker = ticker;
            this.since = ticker.nanoTime();
        }

        synchronized void requireRoom() throws Refusal {
            long now = ticker.nanoTime();
            failures = Math.max(0, failures - (double) (now - since) / NANOS_EACH);
            since = now;
            if (failures > MOST - 1) {
                throw Refusal.until(429, 60, "too many wrong passwords: wait a minute");
            }
        }

        synchronized void failed() {
            failures++;
        }
    }
}
