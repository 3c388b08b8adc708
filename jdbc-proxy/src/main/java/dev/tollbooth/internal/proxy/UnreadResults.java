package dev.tollbooth.internal.proxy;

import org.jspecify.annotations.Nullable;

/**
 * The result sets of one connection that are open and not read to the end. A pool closes their statements below the
 * proxies, so their rows are counted when the connection is closed. Only a few are kept, so that result sets that the
 * application drops can still be collected, with their driver's rows.
 *
 * <p>Threads that share a connection write without synchronization: at worst a result set is missing.
 */
abstract class UnreadResults {

    private static final int MOST = 8;

    /** The result set that was opened last; a field, because most connections read one at a time. */
    private @Nullable ResultSetProxy last;

    /** Those that were opened before; null until there is one. */
    private @Nullable ResultSetProxy @Nullable [] earlier;

    private int oldest;

    /** Adds {@code rows}. If there are too many, the rows of an older one are counted now, and it is removed. */
    final void opened(ResultSetProxy rows) {
        ResultSetProxy before = last;
        last = rows;
        if (before != null) {
            addEarlier(before);
        }
    }

    private void addEarlier(ResultSetProxy rows) {
        if (earlier == null) {
            earlier = new ResultSetProxy[MOST];
        }
        int free = 0;
        while (free < MOST && earlier[free] != null) {
            free++;
        }
        if (free == MOST) {
            free = oldest;
            oldest = (oldest + 1) % MOST;
            ResultSetProxy left = earlier[free];
            if (left != null) {
                left.creditSoFar();
            }
        }
        earlier[free] = rows;
    }

    /** Removes {@code rows}, if they are there. */
    final void wasRead(ResultSetProxy rows) {
        if (last == rows) {
            last = null;
        } else if (earlier != null) {
            removeEarlier(earlier, rows);
        }
    }

    private static void removeEarlier(@Nullable ResultSetProxy[] earlier, ResultSetProxy rows) {
        for (int i = 0; i < MOST; i++) {
            if (earlier[i] == rows) {
                earlier[i] = null;
            }
        }
    }

    /** Counts the rows of all, when the connection is closed. */
    final void endUnread() {
        for (int i = -1; i < MOST; i++) {
            ResultSetProxy rows = i < 0 ? last : earlier == null ? null : earlier[i];
            if (rows != null) {
                rows.endFetch(true); // also removes it
            }
        }
    }
}
