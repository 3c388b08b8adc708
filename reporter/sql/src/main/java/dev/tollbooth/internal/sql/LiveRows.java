package dev.tollbooth.internal.sql;

import java.util.Iterator;

/**
 * Where a table's rows come from.
 *
 * @param <R> what a row is made of
 */
interface LiveRows<R> {

    /** Returns at least the rows within the bounds of {@code search}, as they are now, in any order. */
    Iterator<R> find(Search search);

    /** Returns about how many rows there are. */
    long approximateCount();

    /** Returns about how many rows {@code index} finds for one value of each of its columns. */
    default long approximateCount(int index) {
        return approximateCount();
    }

    /** Empties the table; never called where {@link PerformanceTable#truncatable} is false. */
    void truncate();
}
