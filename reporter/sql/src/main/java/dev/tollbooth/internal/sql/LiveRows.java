package dev.tollbooth.internal.sql;

import java.util.Iterator;

/**
 * The source of a table's rows.
 *
 * @param <R> the source of a row
 */
interface LiveRows<R> {

    /** Returns the present rows within the bounds of {@code search}, in any order; may also return others. */
    Iterator<R> find(Search search);

    /** Returns the approximate number of rows. */
    long approximateCount();

    /** Returns the approximate number of rows that {@code index} finds for one value of each of its columns. */
    default long approximateCount(int index) {
        return approximateCount();
    }

    /** Empties the table; called only if {@link PerformanceTable#truncatable} is true. */
    void truncate();
}
