package dev.tollbooth.internal.metrics;

/** What the values of a metric are. */
public enum MetricKind {
    /** A sum that only grows. */
    COUNTER,
    /** What is now. */
    GAUGE,
    /** Latencies, by the {@link ExponentialBuckets}, in seconds. */
    LATENCIES,
    /** How many there were, and their sum; how they are distributed is not known. */
    COUNT_AND_SUM
}
