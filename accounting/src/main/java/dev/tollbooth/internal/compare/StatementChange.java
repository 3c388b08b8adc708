package dev.tollbooth.internal.compare;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement on both sides of a comparison.
 *
 * @param key the statement's key
 * @param shift the kind of change
 * @param before the earlier side; null if the statement is new
 * @param after the later side; null if the statement is gone
 * @param movedBuckets the change of the P99 in latency buckets, positive if slower; 0 for a new or gone statement
 * @param chance the probability of such a great difference by chance, at most 1; 1 if it was not tested
 */
public record StatementChange<K>(
        K key,
        Shift shift,
        @Nullable MeasuredStatement before,
        @Nullable MeasuredStatement after,
        int movedBuckets,
        double chance) {

    /** {@return the plans that only the later side has; empty if the earlier plans are unknown} */
    public Set<String> newPlans() {
        if (before == null || after == null || before.plans().isEmpty()) {
            return Set.of();
        }
        Set<String> plans = new HashSet<>(after.plans());
        plans.removeAll(before.plans());
        return plans;
    }
}
