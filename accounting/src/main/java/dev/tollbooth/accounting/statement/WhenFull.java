package dev.tollbooth.accounting.statement;

/** What a full {@link StatementTable} does with a statement that it doesn't know yet. */
public enum WhenFull {
    /** Counts it in the row without schema and digest. */
    NULL_ROW,
    /** Folds the row that was longest not executed into the row without schema and digest, and takes its place. */
    EVICT_COLDEST
}
