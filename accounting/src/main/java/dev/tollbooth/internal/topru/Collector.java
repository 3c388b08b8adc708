package dev.tollbooth.internal.topru;

/** What a consumer asks for; both are collected while anyone asks for either. */
public enum Collector {
    /** Request units by user, statement and plan. */
    TOP_RU,
    /** Duration by statement and plan. */
    TOP_SQL
}
