package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.lexer.WordClass;
import java.util.Arrays;

/**
 * A stack of bits that remembers for each open parenthesis whether it holds a query: one bit per level, no recursion.
 *
 * <p>Not thread-safe. An instance is reused.
 */
final class ParenthesisKinds {

    private static final int KEPT_WORDS = 1 << 10;

    private long[] queries = new long[4];
    private int depth;
    private boolean opened;
    private int lastClass;

    void clear() {
        depth = 0;
        opened = false;
        lastClass = WordClass.OTHER;
        if (queries.length > KEPT_WORDS) {
            queries = new long[4];
        }
    }

    /** Handles the class of the next token. */
    void next(int wordClass) {
        if (opened) {
            mark(wordClass == WordClass.SELECT
                    || wordClass == WordClass.QUERY
                    || wordClass == WordClass.OPEN
                    || lastClass == WordClass.BY);
            opened = false;
        }
        if (wordClass == WordClass.OPEN) {
            depth++;
            opened = true;
        } else {
            lastClass = wordClass;
            if (wordClass == WordClass.CLOSE && depth > 0) {
                depth--;
            }
        }
    }

    private void mark(boolean query) {
        int word = depth >> 6;
        if (word == queries.length) {
            queries = Arrays.copyOf(queries, word * 2);
        }
        if (query) {
            queries[word] |= 1L << depth;
        } else {
            queries[word] &= ~(1L << depth);
        }
    }

    /** Returns whether no parenthesis is open. */
    boolean isOutermost() {
        return depth == 0;
    }

    /** Returns whether the innermost open parenthesis, or the text outside of all, is a query. */
    boolean isQuery() {
        return depth == 0 || (!opened && (queries[depth >> 6] & 1L << depth) != 0);
    }
}
