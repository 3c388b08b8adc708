package dev.tollbooth.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.time.Ticker;

/**
 * How often somebody may try a wrong password: ten times, then once in six seconds.
 *
 * <p>Thread-safe.
 */
final class FailedLogins {

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
