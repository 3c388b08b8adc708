package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The request units of one user, statement and plan.
 *
 * @param identity the user, statement and plan, or others
 * @param byBucket the figures by bucket of time
 * @param byOrigin the figures by origin in the whole span, where an empty name means no origin; empty if the reports
 *     have no origins
 */
public record SpenderFigures(
        SpenderIdentity identity, SortedMap<Integer, Figures> byBucket, Map<String, Figures> byOrigin) {

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
