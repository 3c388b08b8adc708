package dev.tollbooth.internal.proxy;

import org.jspecify.annotations.Nullable;

/**
 * The statements of one connection whose results are open and not read to the end. A pool closes such statements below
 * the proxies, so their rows are counted when the connection is closed. Only a few are kept, so that statements that
 * the application drops can still be collected, with their driver's results.
 *
 * <p>A statement knows its place. Threads that share a connection write without synchronization: at worst a statement
 * is missing.
 */
final class ReadStatements {

    static final int MOST = 8;
    private static final int NO_PLACE = 0;

    /** The only statement, or one of several; a field, because most connections read one result at a time. */
    private @Nullable ReadingStatement first;

    private final @Nullable ReadingStatement[] places = new ReadingStatement[MOST];
    private int oldest;

    /** Adds {@code statement}. If there are too many, the rows of an older one are counted now, and it is removed. */
    void add(ReadingStatement statement) {
        if (first == statement || hasPlace(statement)) {
            return;
        }
        if (first == null) {
            first = statement;
        } else {
            addFurther(statement);
        }
    }

    private boolean hasPlace(ReadingStatement statement) {
        return statement.place != NO_PLACE && places[statement.place - 1] == statement;
    }

    private void addFurther(ReadingStatement statement) {
        int free = 0;
        while (free < MOST && places[free] != null) {
            free++;
        }
        if (free == MOST) {
            free = oldest;
            oldest = (oldest + 1) % MOST;
            ReadingStatement left = places[free];
            if (left != null) {
                left.creditReads();
            }
        }
        places[free] = statement;
        statement.place = (byte) (free + 1);
    }

    void remove(ReadingStatement statement) {
        if (first == statement) {
            first = null;
        } else if (hasPlace(statement)) {
            places[statement.place - 1] = null;
        }
    }

    /** Counts the rows of all open results, when the connection is closed. */
    void end() {
        for (int i = -1; i < MOST; i++) {
            ReadingStatement statement = i < 0 ? first : places[i];
            if (statement != null) {
                statement.endReads(); // also removes the statement
            }
        }
    }
}
