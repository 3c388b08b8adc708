package dev.tollbooth.internal.postgres;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.time.Ticker;

/**
 * A limiter that delays answers to wrong passwords. Each wrong password doubles the delay, from 0.1 to 1.6 seconds.
 * After a minute without one, the delay is 0.1 seconds again.
 *
 * <p>All clients have the machine's address, so there is one count for all. Only the client with the wrong password
 * waits.
 *
 * <p>Thread-safe.
 */
final class WrongPasswords {

    private static final long FIRST_MILLIS = 100;
    private static final int MOST_DOUBLINGS = 4;
    private static final long FORGET_NANOS = 60_000_000_000L;

    private final Ticker ticker;

    @GuardedBy("this")
    private int count;

    @GuardedBy("this")
    private long lastNanos;

    WrongPasswords(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Counts a wrong password and returns the delay of its answer in milliseconds. */
    synchronized long next() {
        long now = ticker.nanoTime();
        if (count > 0 && now - lastNanos > FORGET_NANOS) {
            count = 0;
        }
        lastNanos = now;
        long millis = FIRST_MILLIS << Math.min(count, MOST_DOUBLINGS);
        count++;
        return millis;
    }
}
