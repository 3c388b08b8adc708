package dev.tollbooth.internal.trace;

import org.jspecify.annotations.Nullable;

/** A lookup that finds the current span of the calling thread. Thread-safe. */
@FunctionalInterface
public interface CurrentTrace {

    /** Returns the current span; null if there is none, or if it is not sampled and thus can't be looked up. */
    @Nullable
    TraceIds ids() throws Throwable;
}
