package dev.tollbooth.internal.time;

/**
 * A monotonic clock in nanoseconds: only differences of its readings mean anything.
 *
 * <p>Thread-safe. Injected everywhere, so that tests drive time.
 */
@FunctionalInterface
public interface Ticker {

    /** The time source of the JVM, {@link System#nanoTime}. A class, since a lambda's would be made anew as each application starts. */
    Ticker SYSTEM = new Ticker() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    };

    /** Returns the reading in nanoseconds; may be negative, and wraps. */
    long nanoTime();
}
