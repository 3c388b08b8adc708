package dev.tollbooth.statement;

import java.util.List;

/**
 * Turns SQL text of one dialect into its normalized text and digest.
 *
 * <p>Thread-safe. What it takes is linear in the text's length, whatever the text holds.
 */
public interface Normalizer {

    /** Returns the digest of a statement's text; never null, whatever the text. */
    Digest digest(String sql);

    /** Returns the whole normalized text of a statement: what the digest is the SHA-256 of. */
    String normalize(String sql);

    /**
     * Returns the digest of each statement in a text, in their order and without empty ones: what each would have
     * alone. An execution of the text counts under the digest of the whole.
     */
    List<? extends Digest> statements(String sql);
}
