package dev.tollbooth.internal.digest;

/**
 * The open parentheses of a summary: the verb of each depth, and whether a comma leads to another target. Not
 * thread-safe.
 */
final class SummaryFrames {

    /** A frame without a verb so far. */
    static final int NONE = 0;
    /** A frame in the place of a table: a query, or joined tables. */
    static final int SOURCE = 1;

    static final int SELECT = 2;
    /** A frame whose verb has one target. */
    static final int CHANGE = 3;
    /** A frame whose verb has one target, perhaps after an alias. */
    static final int DELETE = 4;
    /** A frame whose verb runs a procedure. */
    static final int CALL = 5;
    /** A frame whose verb has no target and whose words mean nothing here: GRANT SELECT. */
    static final int MUTE = 6;

    private static final int DEEPEST = 64;

    private final int[] verbs = new int[DEEPEST];
    private final boolean[] lists = new boolean[DEEPEST];
    private final boolean[] commonTables = new boolean[DEEPEST];
    private int depth;
    /** The number of parentheses beyond the deepest one that is examined. */
    private int beyond;

    /** Begins a statement. */
    void clear() {
        depth = 0;
        beyond = 0;
        enter(NONE, false);
    }

    /** Opens a parenthesis; {@code source} tells whether it is in the place of a table. */
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

    /** Returns whether the depth exceeds the examined levels. */
    boolean isBeyond() {
        return beyond > 0;
    }

    boolean isOutermost() {
        return depth == 0;
    }

    int verb() {
        return verbs[depth];
    }

    /** Sets the verb of the current depth. */
    void begin(int verb) {
        verbs[depth] = verb;
        lists[depth] = false;
        commonTables[depth] = false;
    }

    boolean isQuery() {
        return verbs[depth] == SELECT || verbs[depth] == SOURCE;
    }

    /** Returns whether a comma leads to another target. */
    boolean isList() {
        return lists[depth];
    }

    void list(boolean list) {
        lists[depth] = list;
    }

    /** Returns whether a comma leads to another common table of WITH. */
    boolean isWith() {
        return commonTables[depth];
    }

    void with() {
        commonTables[depth] = true;
    }
}
