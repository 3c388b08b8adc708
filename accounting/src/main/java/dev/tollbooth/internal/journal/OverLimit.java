package dev.tollbooth.internal.journal;

/**
 * That a driver's call was cancelled since it allocated more than it may.
 *
 * @param bytes what its thread had allocated within the call when it was found
 * @param limitBytes what it may allocate
 */
public record OverLimit(long bytes, long limitBytes) {}
