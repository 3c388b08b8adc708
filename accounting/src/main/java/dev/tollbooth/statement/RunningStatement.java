package dev.tollbooth.statement;

import org.jspecify.annotations.Nullable;

/**
 * An execution that was running when it was read.
 *
 * @param id the identity for {@code Tollbooth.cancel}: session, statement and execution number
 * @param user the user that the execution is accounted to, empty if unknown
 * @param origin the execution's origin in the code, empty if unknown
 * @param digest the statement's digest
 * @param elapsedNanos nanoseconds since the begin of the execution
 * @param ru the request units so far, estimated from the statement's kind and the time; null if request units are off
 * @param clientBytes the bytes that the thread has allocated since the begin; null if not watched
 */
public record RunningStatement(
        String id,
        String user,
        String origin,
        Digest digest,
        long elapsedNanos,
        @Nullable Double ru,
        @Nullable Long clientBytes) {}
