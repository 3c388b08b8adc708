package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.digest.TextDigest;

/**
 * A statement that was executed, with its user and origin. Immutable.
 *
 * @param digest the digest of the statement, or of the whole batch
 * @param user the user to charge
 * @param origin the number of its origin, 0 for none
 */
public record ExecutedStatement(TextDigest digest, String user, int origin) {}
