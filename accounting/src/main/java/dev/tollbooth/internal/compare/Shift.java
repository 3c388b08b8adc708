package dev.tollbooth.internal.compare;

/** The change of a statement between the earlier and the later side. */
public enum Shift {
    /** P99 rose significantly, by three buckets or more. */
    SLOWER,
    /** P99 fell significantly, by three buckets or more. */
    FASTER,
    /** The statement has executions on the later side only. */
    NEW,
    /** The statement has executions on the earlier side only. */
    GONE,
    /** P99 did not change significantly, or changed by less than three buckets. */
    SAME,
    /** One side has fewer than {@value Comparison#MIN_EXECUTIONS} executions, too few for a comparison. */
    TOO_FEW
}
