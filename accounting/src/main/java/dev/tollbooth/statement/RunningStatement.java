package dev.tollbooth.statement;

import org.jspecify.annotations.Nullable;

/**
 * One execution that was running when it was read.
 *
 * @param id names this execution for {@code Tollbooth.cancel}: session, statement and execution number
 * @param user whom it is accounted to, empty where it is not known
 * @param origin who in the code executes it, empty where that is not known
 * @param digest the statement's digest
 * @param elapsedNanos nanoseconds since its begin
 * @param ru what it costs so far by the cost model, from its kind and time; null where request units are off
 * @param clientBytes what its thread has allocated since its begin; null where that is not watched
 */
public record RunningStatement(
        String id,
        String user,
        String origin,
        Digest digest,
        long elapsedNanos,
        @Nullable Double ru,
        @Nullable Long clientBytes) {}
