package dev.tollbooth.internal.digest;

/**
 * The statements of one text on the stack: drops empty ones, and one that equals the one before it.
 *
 * <p>Not thread-safe; reused.
 */
final class StatementRuns {

    private final TokenStack stack;
    private int previousStart;
    private int previousEnd;
    private int start;

    StatementRuns(TokenStack stack) {
        this.stack = stack;
    }

    void clear() {
        previousStart = 0;
        previousEnd = 0;
        start = 0;
    }

    /** Takes notice that so many tokens at the bottom of the stack are gone: a statement that lost one is never equal. */
    void settled(int tokens) {
        previousStart -= tokens;
        previousEnd -= tokens;
        start -= tokens;
    }

    /** Whether the next token is the first of a statement. */
    boolean isAtStart() {
        return stack.size() == start;
    }

    /** Ends a statement; false if nothing stands on the stack that a semicolon could follow. */
    boolean end() {
        if (stack.size() == start) {
            if (start == 0) {
                return false;
            }
            start = previousStart;
            stack.popTo(previousEnd);
        } else if (start > 0 && previousStart >= 0 && stack.sameText(previousStart, previousEnd, start)) {
            stack.popTo(previousEnd);
            start = previousStart;
        }
        return true;
    }

    /** Begins the next statement, after the semicolon was pushed. */
    void begin() {
        previousStart = start;
        previousEnd = stack.size() - 1;
        start = stack.size();
    }
}
