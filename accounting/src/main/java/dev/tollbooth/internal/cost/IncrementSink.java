package dev.tollbooth.internal.cost;

import dev.tollbooth.internal.digest.TextDigest;
import org.jspecify.annotations.Nullable;

/** A consumer that receives the request units that each key spent since the last drain. */
@FunctionalInterface
public interface IncrementSink {

    /**
     * Receives one increment.
     *
     * @param digest the statement with its text; null if {@code key} is one of others
     * @param spent the increment; at least one figure is not 0. Valid only during this call
     */
    void accept(RuKey key, @Nullable TextDigest digest, RuTotals spent);
}
