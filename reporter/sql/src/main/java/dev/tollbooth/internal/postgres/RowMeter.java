package dev.tollbooth.internal.postgres;

/**
 * A limit on the work of a statement. The tables report rows and considered plans to the current thread if it
 * implements this.
 */
public interface RowMeter {

    /** Counts a row that was read; returns whether the statement may continue. */
    boolean rowRead();

    /** Counts a plan that H2 considers; returns whether the statement may continue. */
    default boolean planWeighed() {
        return true;
    }
}
