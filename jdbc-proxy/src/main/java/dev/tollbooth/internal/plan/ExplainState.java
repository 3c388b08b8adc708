package dev.tollbooth.internal.plan;

import dev.tollbooth.internal.digest.TextDigest;
import org.jspecify.annotations.Nullable;

/** What {@link Explaining} keeps of a statement. Not thread-safe: the statement's. */
public final class ExplainState {

    /** Which plan the last execution runs in, and of what statement that is: a hint, checked at each use. */
    @Nullable
    PlanEntry entry;

    @Nullable
    TextDigest entryOf;

    /** The last execution, while it is to be explained. */
    @Nullable
    PendingPlan pending;
}
