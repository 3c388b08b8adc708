package dev.tollbooth.internal.compare;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement on both sides of a comparison.
 *
 * @param key what it is known by
 * @param shift what became of it
 * @param before null where it is new
 * @param after null where it is gone
 * @param movedBuckets by how many of the 450 latency buckets its P99 has moved, up where above 0; 0 where it is new or gone
 * @param chance how likely so great a difference is where nothing has changed, 1 at most; 1 where nobody asked
 */
public record StatementChange<K>(
        K key,
        Shift shift,
        @Nullable MeasuredStatement before,
        @Nullable MeasuredStatement after,
        int movedBuckets,
        double chance) {

    /** {@return the plans that it has now and had not before; none where it had no plan that is known} */
    public Set<String> newPlans() {
        if (before == null || after == null || before.plans().isEmpty()) {
            return Set.of();
        }
        Set<String> plans = new HashSet<>(after.plans());
        plans.removeAll(before.plans());
        return plans;
    }
}
