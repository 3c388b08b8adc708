package dev.tollbooth.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.time.Ticker;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of at most {@value #MOST} browsers; a further login ends the oldest one. A session lasts half a day.
 *
 * <p>Thread-safe.
 */
final class PageSessions {

    private static final int MOST = 32;
    private static final long LIFE_NANOS = TimeUnit.HOURS.toNanos(12);
    private static final int BYTES = 24;

    /**
     * The session of one browser.
     *
     * @param token the token that each change must contain, because other sites can make a browser send its cookie
     * @param since the time of the login, in nanoseconds of the ticker
     */
    record PageSession(String token, long since) {}

    private final Ticker ticker;
    private final SecureRandom random = new SecureRandom();

    @GuardedBy("this")
    private final Map<String, PageSession> byCookie = new LinkedHashMap<>();

    PageSessions(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Returns a random secret. */
    String newSecret() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Returns the cookie of a new session. */
    synchronized String open() {
        if (byCookie.size() >= MOST) {
            byCookie.remove(byCookie.keySet().iterator().next());
        }
        String cookie = newSecret();
        byCookie.put(cookie, new PageSession(newSecret(), ticker.nanoTime()));
        return cookie;
    }

    /** Returns the session of a cookie; null if there is none. */
    synchronized @Nullable PageSession find(String cookie) {
        PageSession known = byCookie.get(cookie);
        if (known != null && ticker.nanoTime() - known.since() > LIFE_NANOS) {
            byCookie.remove(cookie);
            return null;
        }
        return known;
    }
}
