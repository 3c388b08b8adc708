package dev.tollbooth.spi;

import dev.tollbooth.statement.Sha256;

/**
 * The plan of a statement, without anything that differs between two executions of it. Thread-safe: immutable.
 *
 * @param digest the identity: the SHA-256 of the whole text, or the server's own plan digest
 * @param text operators, tables, indexes and join types, one per line, indented by depth; no constants, costs, rows
 *     or times
 */
public record Plan(Sha256 digest, String text) {

    /** The longest text, in characters; a longer one is cut, but its digest covers the whole text. */
    public static final int MAX_TEXT = 4_096;

    /**
     * Cuts the text to {@link #MAX_TEXT} characters.
     *
     * @param digest the SHA-256 of the whole text, or the server's own plan digest
     * @param text the normalized text; cut at {@link #MAX_TEXT} characters
     */
    public Plan {
        text = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    }

    /**
     * {@return the plan of this normalized text}
     *
     * @param normalized one operator per line, indented by depth; the digest covers all of it
     */
    public static Plan of(String normalized) {
        return new Plan(Sha256.ofText(normalized), normalized);
    }
}
