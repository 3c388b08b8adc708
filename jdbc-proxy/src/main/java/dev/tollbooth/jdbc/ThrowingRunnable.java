package dev.tollbooth.jdbc;

/**
 * An action that may throw.
 *
 * @param <E> what it throws
 */
@FunctionalInterface
public interface ThrowingRunnable<E extends Exception> {

    /**
     * Acts.
     *
     * @throws E what goes wrong; the caller gets it unchanged
     */
    void run() throws E;
}
