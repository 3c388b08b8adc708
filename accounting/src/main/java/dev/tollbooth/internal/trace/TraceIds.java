package dev.tollbooth.internal.trace;

/**
 * The identity of a span. Thread-safe: immutable.
 *
 * @param traceId the trace, 32 lower-case hexadecimal digits
 * @param spanId the span, 16 lower-case hexadecimal digits
 */
public record TraceIds(String traceId, String spanId) {}
