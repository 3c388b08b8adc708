package dev.tollbooth.internal.journal;

/**
 * An exceeded limit: a driver's call was cancelled because it allocated too much.
 *
 * @param bytes the bytes that the thread had allocated in the call when the watchdog checked it
 * @param limitBytes the bytes that a call may allocate
 */
public record OverLimit(long bytes, long limitBytes) {}
