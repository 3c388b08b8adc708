package dev.tollbooth.jdbc.source;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;

/**
 * What an execution cost that has ended and was counted before, where the server tells it with what comes later. Immutable.
 *
 * @param digest of the statement that was executed
 * @param user whom the execution was credited to
 * @param countedIn the plan that it was counted in
 * @param reading what it cost, or that it will not be told any more
 */
public record LateReading(Digest digest, String user, Sha256 countedIn, RuReading reading) {}
