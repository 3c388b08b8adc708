package dev.tollbooth.internal.compare;

/** The change of a statement between two times. */
public enum Shift {
    /** Its P99 rose by three buckets or more, and more than chance explains. */
    SLOWER,
    /** Its P99 fell by three buckets or more, and more than chance explains. */
    FASTER,
    /** Nothing of it was executed before. */
    NEW,
    /** Nothing of it was executed after. */
    GONE,
    /** Neither slower nor faster, as far as its executions can tell. */
    SAME,
    /** Fewer executions on one side than a P99 has a meaning for. */
    TOO_FEW
}
