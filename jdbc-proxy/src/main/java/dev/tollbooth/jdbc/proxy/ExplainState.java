package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import org.jspecify.annotations.Nullable;

/** What {@link Explaining} keeps of a statement. Not thread-safe: the statement's. */
final class ExplainState {

    /** Which plan the last execution runs in, and of what statement that is: a hint, checked at each use. */
    @Nullable
    PlanEntry entry;

    @Nullable
    Digest entryOf;

    /** The last execution, while it is to be explained. */
    @Nullable
    PendingPlan pending;
}
