package dev.tollbooth.internal.metrics;

/**
 * One slow execution within a trace: what metrics call an exemplar.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 * @param latencyNanos how long it took
 * @param endEpochMillis when it ended, milliseconds since 1970 UTC
 */
public record TraceExample(String traceId, String spanId, long latencyNanos, long endEpochMillis) {}
