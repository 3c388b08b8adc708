package dev.tollbooth.internal.postgres;

/** A thread whose statements may read a limited amount; the tables report rows and considered plans to it. */
public interface RowMeter {

    /** Counts a row that was read; returns whether the statement may continue. */
    boolean rowRead();

    /** Counts a plan that H2 considers; returns whether the statement may continue. */
    default boolean planWeighed() {
        return true;
    }
}
