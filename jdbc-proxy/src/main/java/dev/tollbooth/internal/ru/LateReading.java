package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.statement.Sha256;

/**
 * What an execution cost that has ended and was counted before, where the server tells it with what comes later. Immutable.
 *
 * @param digest of the statement that was executed
 * @param user whom the execution was credited to
 * @param origin the number of its origin, 0 where it has none
 * @param countedIn the plan that it was counted in
 * @param reading what it cost, or that it will not be told any more
 */
public record LateReading(TextDigest digest, String user, int origin, Sha256 countedIn, RuReading reading) {}
