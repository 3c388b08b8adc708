package dev.tollbooth.internal.time;

/**
 * A monotonic clock in nanoseconds; only differences of its readings are meaningful.
 *
 * <p>Thread-safe. It is injected everywhere, so that tests control time.
 */
@FunctionalInterface
public interface Ticker {

    /** The time source of the JVM, {@link System#nanoTime}. */
    Ticker SYSTEM = new SystemTicker();

    /**
     * Returns the reading of {@code ticker} in nanoseconds; calls {@link System#nanoTime} directly for {@link #SYSTEM}.
     */
    static long read(Ticker ticker) {
        return ticker == SYSTEM ? System.nanoTime() : ticker.nanoTime();
    }

    /** Returns the reading in nanoseconds, which may be negative and wraps. */
    long nanoTime();
}
