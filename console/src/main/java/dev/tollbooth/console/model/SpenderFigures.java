package dev.tollbooth.console.model;

import java.util.Map;
import java.util.TreeMap;

/**
 * What one spender spent.
 *
 * @param identity who
 * @param byBucket what, by the bucket of time
 */
public record SpenderFigures(SpenderIdentity identity, Map<Integer, SpentSums> byBucket) {

    /** Copies the map, in order. */
    public SpenderFigures {
        byBucket = new TreeMap<>(byBucket);
    }

    /** Returns the sum of all buckets. */
    SpentSums total() {
        return byBucket.values().stream().reduce(SpentSums.NONE, SpentSums::plus);
    }
}
