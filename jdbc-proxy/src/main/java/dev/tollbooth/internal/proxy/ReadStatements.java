package dev.tollbooth.internal.proxy;

import org.jspecify.annotations.Nullable;

/**
 * The statements of one connection whose results are open and not read to the end. A pool closes these below the proxies, so
 * their rows are counted when the connection is closed. A few only: statements that the application drops can still be
 * collected, as can the results that their driver keeps.
 *
 * <p>Threads that share a connection write without care for races: at worst a statement is missing.
 */
final class ReadStatements {

    static final int MOST = 8;

    private final @Nullable ReadingStatement[] places = new ReadingStatement[MOST];
    private int oldest;

    /** Adds {@code statement}; where there are too many, an older one has its rows counted now and is left out. */
    void add(ReadingStatement statement) {
        int free = -1;
        for (int i = MOST - 1; i >= 0; i--) {
            ReadingStatement known = places[i];
            if (known == statement) {
                return;
            }
            free = known == null ? i : free;
        }
        if (free < 0) {
            free = oldest;
            oldest = (oldest + 1) % MOST;
            ReadingStatement left = places[free];
            if (left != null) {
                left.creditReads();
            }
        }
        places[free] = statement;
    }

    void remove(ReadingStatement statement) {
        for (int i = 0; i < MOST; i++) {
            if (places[i] == statement) {
                places[i] = null;
                return;
            }
        }
    }

    /** Counts the rows of all, whose connection is closed. */
    void end() {
        for (int i = 0; i < MOST; i++) {
            ReadingStatement statement = places[i];
            if (statement != null) {
                statement.endReads(); // removes it
            }
        }
    }
}
