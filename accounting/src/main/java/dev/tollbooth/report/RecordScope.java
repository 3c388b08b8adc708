package dev.tollbooth.report;

/** The owner of a record's figures. This is its identity, never a user's name that looks like it. */
public enum RecordScope {
    /** One statement and plan of one user. */
    STATEMENT,
    /** The statements of one user that top-N did not keep; both digests are empty. */
    USER_OTHERS,
    /** The statements of users that top-N did not keep; user and both digests are empty. */
    GLOBAL_OTHERS
}
