package dev.tollbooth.internal.metrics;

/** The kind of a metric's values. */
public enum MetricKind {
    /** A sum that only grows. */
    COUNTER,
    /** A current value. */
    GAUGE,
    /** Latencies, by the {@link ExponentialBuckets}, in seconds. */
    LATENCIES,
    /** A count and a sum, without a distribution. */
    COUNT_AND_SUM
}
