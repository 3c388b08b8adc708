package dev.tollbooth.internal.table;

/** The least and the greatest latency, in nanoseconds. */
record Extremes(long minNanos, long maxNanos) {

    static final Extremes NONE = new Extremes(Totals.NO_MIN, 0);

    Extremes merge(Extremes other) {
        return new Extremes(Math.min(minNanos, other.minNanos), Math.max(maxNanos, other.maxNanos));
    }
}
