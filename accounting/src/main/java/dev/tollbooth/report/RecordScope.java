package dev.tollbooth.report;

/** The scope of a record's figures. Only the scope marks the records of others, because a user may have any name. */
public enum RecordScope {
    /** One statement and plan of one user. */
    STATEMENT,
    /** The statements of one user that top-N did not keep; both digests are empty. */
    USER_OTHERS,
    /** The statements of users that top-N did not keep; user and both digests are empty. */
    GLOBAL_OTHERS
}
