package dev.tollbooth.internal.ru;

import java.sql.Statement;

/**
 * The update counts that a driver returned for a batch.
 *
 * @param members the number of statements or sets of parameters
 * @param isOneByOne whether the server got each member as a statement of its own, as far as the counts show
 */
public record BatchCounts(int members, boolean isOneByOne) {

    /** Returns the summary of the counts of {@code executeBatch} or {@code executeLargeBatch}. */
    public static BatchCounts of(Object counts) {
        if (counts instanceof int[] few) {
            boolean known = false;
            boolean joined = false;
            for (int count : few) {
                known |= count > 0;
                joined |= count == Statement.SUCCESS_NO_INFO;
            }
            return new BatchCounts(few.length, known && !joined);
        }
        long[] many = (long[]) counts;
        boolean known = false;
        boolean joined = false;
        for (long count : many) {
            known |= count > 0;
            joined |= count == Statement.SUCCESS_NO_INFO;
        }
        return new BatchCounts(many.length, known && !joined);
    }
}
