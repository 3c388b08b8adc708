package dev.tollbooth.internal.digest;

/**
 * The statements of one text on the stack. This class drops a statement, or a sequence of up to {@value #LONGEST}, that
 * repeats the one right before it, so the digest does not depend on repetitions. For TiDB two copies stay, because the
 * cost of the last statement must not pass for the cost of all.
 *
 * <p>Not thread-safe. An instance is reused.
 */
final class StatementRuns {

    private static final int LONGEST = 8;
    /** The mark of a statement whose first tokens are gone. */
    private static final int NONE = -1;

    private final TokenStack stack;
    private final boolean dropsEmpty;
    /** The starts of the last complete statements, the oldest first. */
    private final int[] starts;
    /** The number of copies of a repeated statement that stay. */
    private final int copies;

    private int ended;
    private int start;

    /**
     * Makes an empty sequence; {@code dropsEmpty} says whether an empty statement between two semicolons is dropped.
     */
    StatementRuns(TokenStack stack, int copies, boolean dropsEmpty) {
        this.stack = stack;
        this.copies = copies;
        this.dropsEmpty = dropsEmpty;
        this.starts = new int[(copies + 1) * LONGEST];
    }

    void clear() {
        ended = 0;
        start = 0;
    }

    /**
     * Adjusts indexes after {@code tokens} tokens left the bottom of the stack. A statement that lost a token equals no
     * other.
     */
    void settled(int tokens) {
        int gone = 0;
        for (int i = 0; i < ended; i++) {
            starts[i] -= tokens;
            gone += starts[i] <= 0 ? 1 : 0;
        }
        forget(gone);
        start -= tokens;
    }

    private void forget(int oldest) {
        ended -= oldest;
        System.arraycopy(starts, oldest, starts, 0, ended);
    }

    /** Returns whether the next token is the first of a statement. */
    boolean isAtStart() {
        return stack.size() == start;
    }

    /** Ends a statement; returns false if the stack has nothing that a semicolon could follow. */
    boolean end() {
        if (stack.size() > start) {
            dropRepeated();
        } else if (dropsEmpty) {
            if (start == 0) {
                return false;
            }
            stack.popTo(start - 1);
            start = ended == 0 ? NONE : starts[--ended];
        }
        return true;
    }

    private void dropRepeated() {
        for (int count = 1; count <= LONGEST && (copies + 1) * count - 1 <= ended; count++) {
            int last = count == 1 ? start : starts[ended - count + 1];
            if (repeats(count, last)) {
                stack.popTo(last - 1);
                ended -= count;
                start = starts[ended];
                return;
            }
        }
    }

    /** Returns whether the last {@code count} statements are on the stack as often as allowed already. */
    private boolean repeats(int count, int last) {
        int end = last;
        for (int copy = 1; copy <= copies; copy++) {
            int begin = starts[ended - (copy + 1) * count + 1];
            if (!stack.sameText(begin, end - 1, last)) {
                return false;
            }
            end = begin;
        }
        return true;
    }

    /** Begins the next statement, after the semicolon was pushed. */
    void begin() {
        if (ended == starts.length) {
            forget(1);
        }
        if (start >= 0) {
            starts[ended++] = start;
        }
        start = stack.size();
    }
}
