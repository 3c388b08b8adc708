package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.SqlLexer;

/**
 * A summary as it grows: verbs and targets as they are written, a space between two, and no more of them than have room
 * as a whole.
 *
 * <p>Not thread-safe.
 */
final class SummaryText {

    /** Characters of the longest, by the convention. */
    static final int LONGEST = 255;

    private final StringBuilder text = new StringBuilder(64);
    /** Where the last verb or target begins, with what parts it from the one before. */
    private int mark;

    private boolean statementEnded;
    private boolean full;

    private final boolean masksDigits;

    /** {@code masksDigits}: whether a run of digits is shown as one sharp. */
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

    /** Adds to the last target, or takes all of it away if that makes it too long. */
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

    /** Takes the last target away. */
    void removeLast() {
        text.setLength(mark);
    }

    /** Parts what follows, if anything does, from what is there. */
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
