package dev.tollbooth.statement;

import org.jspecify.annotations.Nullable;

/**
 * An execution that was running when it was read.
 *
 * @param id the identity for {@code Tollbooth.cancel}: session, statement and execution number
 * @param user the user that it is accounted to, empty if unknown
 * @param origin its origin in the code, empty if unknown
 * @param digest the statement's digest
 * @param elapsedNanos nanoseconds since its begin
 * @param ru its estimated request units so far, from its kind and time; null if request units are off
 * @param clientBytes the bytes that its thread has allocated since its begin; null if not watched
 */
public record RunningStatement(
        String id,
        String user,
        String origin,
        Digest digest,
        long elapsedNanos,
        @Nullable Double ru,
        @Nullable Long clientBytes) {}
