package dev.tollbooth.statement;

import java.util.List;

/**
 * Turns SQL text of one dialect into its normalized text and digest.
 *
 * <p>Thread-safe. Its time is linear in the text's length, whatever the text holds.
 */
public interface Normalizer {

    /**
     * {@return the digest of a statement's text; never null, whatever the text}
     *
     * @param sql one or more statements, of any length, broken ones too
     */
    Digest digest(String sql);

    /**
     * {@return the whole normalized text of a statement: what the digest is the SHA-256 of}
     *
     * @param sql one or more statements, of any length, broken ones too
     */
    String normalize(String sql);

    /**
     * {@return the digest of each statement in a text, in their order and without empty ones: what each would have
     * alone} An execution of the text counts under the digest of the whole.
     *
     * @param sql statements with semicolons between them
     */
    List<? extends Digest> statements(String sql);
}
