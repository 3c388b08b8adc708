package dev.tollbooth.internal.trace;

/**
 * The span that is current on a thread. Thread-safe: immutable.
 *
 * @param traceId 32 lower-case hexadecimal digits
 * @param spanId 16 of them
 */
public record TraceIds(String traceId, String spanId) {}
