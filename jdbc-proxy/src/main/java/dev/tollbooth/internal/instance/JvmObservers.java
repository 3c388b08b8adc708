package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.observe.ThreadObservers;

/**
 * The observers of executions in this JVM, for Tollbooth's own test module.
 *
 * <p>Thread-safe.
 */
public final class JvmObservers {

    private JvmObservers() {}

    /** Returns the observers of all instances. */
    public static ThreadObservers ofThreads() {
        return Instances.ofDriver().observers();
    }

    /** Returns whether an instance accounts; without one nothing is observed. */
    public static boolean isAccounting() {
        return !Instances.ofDriver().open().isEmpty();
    }
}
