package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.SqlLexer;

/**
 * A builder of a summary: verbs and targets in their original spelling, separated by spaces. A target without room is
 * left out as a whole.
 *
 * <p>Not thread-safe.
 */
final class SummaryText {

    /** The length of the longest summary in characters, by OpenTelemetry's convention. */
    static final int LONGEST = 255;

    private final StringBuilder text = new StringBuilder(64);
    /** The start of the last verb or target, with its separator. */
    private int mark;

    private boolean statementEnded;
    private boolean full;

    private final boolean masksDigits;

    /** Makes an empty summary; {@code masksDigits} shows a run of digits as one {@code #}. */
    SummaryText(boolean masksDigits) {
        this.masksDigits = masksDigits;
    }

    /** Adds a verb or a target. */
    void add(char[] chars, int from, int to) {
        mark = text.length();
        if (mark > 0) {
            text.append(statementEnded ? "; " : " ");
        }
        statementEnded = false;
        append(chars, from, to);
    }

    /** Appends to the last target, or removes the target if the summary would become too long. */
    void append(char[] chars, int from, int to) {
        if (full) {
            return;
        } else if (text.length() + to - from > LONGEST) {
            text.setLength(mark);
            full = true;
        } else if (masksDigits) {
            appendMasked(chars, from, to);
        } else {
            text.append(chars, from, to - from);
        }
    }

    private void appendMasked(char[] chars, int from, int to) {
        for (int i = from; i < to; i++) {
            boolean digit = SqlLexer.isDigit(chars[i]);
            if (!digit || i == from || !SqlLexer.isDigit(chars[i - 1])) {
                text.append(digit ? '#' : chars[i]);
            }
        }
    }

    /** Removes the last target. */
    void removeLast() {
        text.setLength(mark);
    }

    /** Separates the next statement, if one follows, from the text so far. */
    void endStatement() {
        statementEnded = text.length() > 0;
    }

    boolean isEmpty() {
        return text.length() == 0;
    }

    boolean isFull() {
        return full;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
