package dev.tollbooth.internal.compare;

/** The change of a statement between two times. */
public enum Shift {
    /** P99 rose by three buckets or more, which is significant. */
    SLOWER,
    /** P99 fell by three buckets or more, which is significant. */
    FASTER,
    /** The statement has executions only after. */
    NEW,
    /** The statement has executions only before. */
    GONE,
    /** P99 did not change significantly. */
    SAME,
    /** One side has too few executions for a P99. */
    TOO_FEW
}
