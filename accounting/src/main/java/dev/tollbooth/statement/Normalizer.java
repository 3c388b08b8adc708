package dev.tollbooth.statement;

import java.util.List;

/**
 * A normalizer that turns SQL text of one dialect into normalized text and digest.
 *
 * <p>Thread-safe. The time is linear in the text's length, whatever the text holds.
 */
public interface Normalizer {

    /**
     * {@return the digest of a statement's text; never null, whatever the text}
     *
     * @param sql one or more statements of any length, with or without syntax errors
     */
    Digest digest(String sql);

    /**
     * {@return the whole normalized text of a statement, whose SHA-256 is the digest}
     *
     * @param sql one or more statements of any length, with or without syntax errors
     */
    String normalize(String sql);

    /**
     * {@return the digests of the single statements in a text, in order; empty statements have none} An execution of
     * the text counts under the digest of the whole.
     *
     * @param sql statements with semicolons between them
     */
    List<? extends Digest> statements(String sql);
}
