package dev.tollbooth.jdbc;

/**
 * An action that may throw.
 *
 * @param <E> what it throws
 */
@FunctionalInterface
public interface ThrowingRunnable<E extends Exception> {

    /** Acts. */
    void run() throws E;
}
