package dev.tollbooth.internal.cost;

import dev.tollbooth.internal.digest.TextDigest;
import org.jspecify.annotations.Nullable;

/** Takes what a key spent since it was last drained. */
@FunctionalInterface
public interface IncrementSink {

    /**
     * Takes one increment; none of its figures is negative, at least one is not 0.
     *
     * @param digest the statement with its text; null in others
     * @param ru request units, those of the time spent included
     * @param execCount executions that began
     * @param durationNanos nanoseconds of execution and fetch
     * @param unknownCount executions whose request units the source could not tell
     * @param offCount executions with nothing to read request units from
     * @param cpuNanos CPU time of the client's threads in executions; 0 where it is not measured
     */
    void accept(
            RuKey key,
            @Nullable TextDigest digest,
            double ru,
            long execCount,
            long durationNanos,
            long unknownCount,
            long offCount,
            long cpuNanos);
}
