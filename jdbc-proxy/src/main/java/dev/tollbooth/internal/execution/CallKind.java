package dev.tollbooth.internal.execution;

/** The methods of JDBC that execute, by what they return and take. */
public enum CallKind {
    QUERY,
    EXECUTE(true),
    EXECUTE_KEYS(true),
    EXECUTE_COLUMN_INDEXES(true),
    EXECUTE_COLUMN_NAMES(true),
    UPDATE,
    UPDATE_KEYS,
    UPDATE_COLUMN_INDEXES,
    UPDATE_COLUMN_NAMES,
    LARGE_UPDATE,
    LARGE_UPDATE_KEYS,
    LARGE_UPDATE_COLUMN_INDEXES,
    LARGE_UPDATE_COLUMN_NAMES,
    BATCH,
    LARGE_BATCH,
    PREPARED_QUERY,
    PREPARED_EXECUTE(true),
    PREPARED_UPDATE,
    PREPARED_LARGE_UPDATE;

    /** Whether the call returns true or false, not a count. */
    final boolean returnsFlag;

    CallKind() {
        this(false);
    }

    CallKind(boolean returnsFlag) {
        this.returnsFlag = returnsFlag;
    }
}
