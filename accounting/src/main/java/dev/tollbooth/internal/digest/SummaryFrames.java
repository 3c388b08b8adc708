package dev.tollbooth.internal.digest;

/**
 * The open parentheses of a summary: for each depth its verb, and whether a comma leads to the next target. Not thread-safe.
 */
final class SummaryFrames {

    /** No verb was seen. */
    static final int NONE = 0;
    /** A parenthesis where a table may stand: a query, or tables that are joined. */
    static final int SOURCE = 1;

    static final int SELECT = 2;
    /** Names one target, whatever follows. */
    static final int CHANGE = 3;
    /** The same, but that an alias may stand before it. */
    static final int DELETE = 4;
    /** Runs a procedure. */
    static final int CALL = 5;
    /** Names no target, and its words mean nothing here: GRANT SELECT. */
    static final int MUTE = 6;

    private static final int DEEPEST = 64;

    private final int[] verbs = new int[DEEPEST];
    private final boolean[] lists = new boolean[DEEPEST];
    private final boolean[] commonTables = new boolean[DEEPEST];
    private int depth;
    /** Parentheses deeper than is looked at. */
    private int beyond;

    /** Begins a statement. */
    void clear() {
        depth = 0;
        beyond = 0;
        enter(NONE, false);
    }

    /** Opens a parenthesis; {@code source} if a table may stand there. */
    void open(boolean source) {
        if (depth == DEEPEST - 1) {
            beyond++;
        } else {
            boolean mute = verb() == MUTE;
            depth++;
            enter(mute ? MUTE : source ? SOURCE : NONE, source);
        }
    }

    private void enter(int verb, boolean list) {
        verbs[depth] = verb;
        lists[depth] = list;
        commonTables[depth] = false;
    }

    void close() {
        if (beyond > 0) {
            beyond--;
        } else if (depth > 0) {
            depth--;
        }
    }

    /** Whether this is too deep to be looked at. */
    boolean isBeyond() {
        return beyond > 0;
    }

    boolean isOutermost() {
        return depth == 0;
    }

    int verb() {
        return verbs[depth];
    }

    /** Sets the verb of this depth, whose targets are yet to come. */
    void begin(int verb) {
        verbs[depth] = verb;
        lists[depth] = false;
        commonTables[depth] = false;
    }

    boolean isQuery() {
        return verbs[depth] == SELECT || verbs[depth] == SOURCE;
    }

    /** Whether a comma leads to another target. */
    boolean isList() {
        return lists[depth];
    }

    void list(boolean list) {
        lists[depth] = list;
    }

    /** Whether a comma leads to another common table of WITH. */
    boolean isWith() {
        return commonTables[depth];
    }

    void with() {
        commonTables[depth] = true;
    }
}
