package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.digest.TextDigest;

/**
 * The statement that was executed, and its user. Immutable.
 *
 * @param digest of the statement; of a batch, of all of it
 * @param user whom it is credited to
 * @param origin the number of its origin, 0 where it has none
 */
public record ExecutedStatement(TextDigest digest, String user, int origin) {}
