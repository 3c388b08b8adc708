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
     * @param sql one or more statements, of any length, broken ones too
     */
    Digest digest(String sql);

    /**
     * {@return the whole normalized text of a statement, whose SHA-256 is the digest}
     *
     * @param sql one or more statements, of any length, broken ones too
     */
    String normalize(String sql);

    /**
     * {@return the digest that each statement in a text would have alone, in order and without empty statements} An
     * execution of the text counts under the digest of the whole.
     *
     * @param sql statements with semicolons between them
     */
    List<? extends Digest> statements(String sql);
}
