package dev.tollbooth.report;

/** Whose figures a record holds: its identity is this, never a user's name that looks like it. */
public enum RecordScope {
    /** One statement and plan of one user. */
    STATEMENT,
    /** What top-N did not keep of one user; both digests are empty. */
    USER_OTHERS,
    /** What top-N did not keep of users that it did not keep; user and both digests are empty. */
    GLOBAL_OTHERS
}
