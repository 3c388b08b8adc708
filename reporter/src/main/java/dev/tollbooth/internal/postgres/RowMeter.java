package dev.tollbooth.internal.postgres;

/** A thread whose statements may read so much only; the tables tell it of their rows. */
public interface RowMeter {

    /** Counts a row that a table has given, and returns whether the statement may go on. */
    boolean rowRead();
}
