package dev.tollbooth.jdbc;

/**
 * An action that may throw.
 *
 * @param <E> the type of exception that the action throws
 */
@FunctionalInterface
public interface ThrowingRunnable<E extends Exception> {

    /**
     * Runs the action.
     *
     * @throws E if the action fails; the caller gets the exception unchanged
     */
    void run() throws E;
}
