package dev.tollbooth.console.model;

import java.util.Map;
import java.util.TreeMap;

/**
 * What one spender spent.
 *
 * @param identity who
 * @param byBucket what, by the bucket of time
 * @param byOrigin what in the whole span, by who in the code had it spent, an empty name is nobody; empty where reports don't tell
 */
public record SpenderFigures(
        SpenderIdentity identity, Map<Integer, SpentSums> byBucket, Map<String, SpentSums> byOrigin) {

    /** Copies the maps, in order. */
    public SpenderFigures {
        byBucket = new TreeMap<>(byBucket);
        byOrigin = new TreeMap<>(byOrigin);
    }

    /** Returns the sum of all buckets. */
    SpentSums total() {
        return byBucket.values().stream().reduce(SpentSums.NONE, SpentSums::plus);
    }
}
