package dev.tollbooth.internal.trace;

import org.jspecify.annotations.Nullable;

/** Knows which span is current on the thread that asks. Thread-safe. */
@FunctionalInterface
public interface CurrentTrace {

    /** Returns the span that is current; null where there is none, or where it is not sampled, so that nobody could look it up. */
    @Nullable
    TraceIds ids() throws Throwable;
}
