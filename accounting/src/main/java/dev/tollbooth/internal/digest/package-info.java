/**
 * Tokens into normalized text and digest, and the cache of texts that were seen.
 *
 * <p>A new dialect is a lexer, a line in {@link dev.tollbooth.statement.SqlDialect} and one in {@link
 * dev.tollbooth.internal.lexer.DatabaseProducts}.
 */
@NullMarked
package dev.tollbooth.internal.digest;

import org.jspecify.annotations.NullMarked;
