package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import java.util.Map;
import java.util.TreeMap;

/**
 * The request units of one spender.
 *
 * @param identity who
 * @param byBucket what, by the bucket of time
 * @param byOrigin what in the whole span, by who in the code had it spent, an empty name is nobody; empty where reports don't tell
 */
public record SpenderFigures(SpenderIdentity identity, Map<Integer, Figures> byBucket, Map<String, Figures> byOrigin) {

    /** Copies the maps, in order. */
    public SpenderFigures {
        byBucket = new TreeMap<>(byBucket);
        byOrigin = new TreeMap<>(byOrigin);
    }

    /** Returns the sum of all buckets. */
    Figures total() {
        return byBucket.values().stream().reduce(Figures.NONE, Figures::plus);
    }
}
