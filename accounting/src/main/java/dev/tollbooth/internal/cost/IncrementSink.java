package dev.tollbooth.internal.cost;

import dev.tollbooth.internal.digest.TextDigest;
import org.jspecify.annotations.Nullable;

/** Takes what a key spent since it was last drained. */
@FunctionalInterface
public interface IncrementSink {

    /**
     * Takes one increment.
     *
     * @param digest the statement with its text; null in others
     * @param spent what it spent, the time's request units included; at least one figure is not 0. Valid within this call only
     */
    void accept(RuKey key, @Nullable TextDigest digest, RuTotals spent);
}
