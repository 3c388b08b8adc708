package dev.tollbooth.jdbc.source;

import java.lang.invoke.MethodHandles;

/** Loads classes on a thread that has time, so that the one that connects finds them there. */
public final class ClassesAhead {

    private ClassesAhead() {}

    /**
     * Loads and initializes {@code types}.
     *
     * @throws IllegalStateException if {@code lookup} may not see one of them
     */
    public static void load(MethodHandles.Lookup lookup, Class<?>... types) {
        try {
            for (Class<?> type : types) {
                lookup.ensureInitialized(type);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("not accessible: " + e.getMessage(), e);
        }
    }
}
