package dev.tollbooth.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * An action that returns a value, and may throw.
 *
 * @param <T> what it returns
 * @param <E> what it throws
 */
@FunctionalInterface
public interface ThrowingSupplier<T extends @Nullable Object, E extends Exception> {

    /**
     * Acts and returns a value.
     *
     * @return what the caller gets
     * @throws E what goes wrong; the caller gets it unchanged
     */
    T get() throws E;
}
