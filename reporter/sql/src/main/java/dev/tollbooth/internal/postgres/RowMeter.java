package dev.tollbooth.internal.postgres;

/** A thread whose statements may read so much only; the tables tell it of their rows and of plans to read them. */
public interface RowMeter {

    /** Counts a row that a table has given, and returns whether the statement may go on. */
    boolean rowRead();

    /** Counts a plan to read a table that is weighed, and returns whether the statement may go on. */
    default boolean planWeighed() {
        return true;
    }
}
