package dev.tollbooth.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * An action that returns a value, and may throw.
 *
 * @param <T> the type of the value
 * @param <E> the type of exception that the action throws
 */
@FunctionalInterface
public interface ThrowingSupplier<T extends @Nullable Object, E extends Exception> {

    /**
     * Runs the action and returns its value.
     *
     * @return the value for the caller
     * @throws E if the action fails; the caller gets the exception unchanged
     */
    T get() throws E;
}
