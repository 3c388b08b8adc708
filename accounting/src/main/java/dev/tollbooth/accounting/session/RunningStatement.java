package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.digest.Digest;

/**
 * One execution that was running when it was read.
 *
 * @param id names this execution for {@link SessionRegistry#cancel}: session, statement and execution number
 * @param user whom it is accounted to, empty where it is not known
 * @param digest the statement's digest
 * @param elapsedNanos nanoseconds since its begin
 */
public record RunningStatement(String id, String user, Digest digest, long elapsedNanos) {}
