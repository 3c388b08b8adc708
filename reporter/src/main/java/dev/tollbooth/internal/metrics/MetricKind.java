package dev.tollbooth.internal.metrics;

/** The kind of a metric's values. */
public enum MetricKind {
    /** A sum that only grows. */
    COUNTER,
    /** A current value. */
    GAUGE,
    /** Latencies, by the {@link ExponentialBuckets}, in seconds. */
    LATENCIES,
    /** How many there were, and their sum; how they are distributed is not known. */
    COUNT_AND_SUM
}
