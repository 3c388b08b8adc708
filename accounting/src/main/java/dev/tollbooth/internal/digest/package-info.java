/**
 * Normalized texts and digests, and the caches that find them by SQL text.
 *
 * <p>The lexer's tokens go through {@code Reducer}, which replaces literals and shortens lists, into {@code
 * TextDigest}. {@code RecentTexts} finds texts that have just been used, {@code DigestCache} every text that is used
 * again. {@code LiteralMask} blanks numbers and strings in front of the lexer, and the masked text finds the digest of
 * its shape. {@code LiteralMask} refuses a text whose masked text might have another digest.
 *
 * <p>Long texts are read in parts of 65,536 characters. The rules look at the last tokens only, so an INSERT of a
 * million rows has the digest of one with two, in 8 MB. If a dialect is not bound to a server's digests, {@code
 * AlikeParts} drops repeated parts of a list. In all dialects, {@code StatementRuns} drops repeated statements. Reading
 * ends at a token of more than 524,288 characters.
 *
 * <p>A new dialect is a lexer, a line in {@link dev.tollbooth.statement.SqlDialect} and one in {@link
 * dev.tollbooth.internal.lexer.DatabaseProducts}.
 */
@NullMarked
package dev.tollbooth.internal.digest;

import org.jspecify.annotations.NullMarked;
