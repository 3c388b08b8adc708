package dev.tollbooth.internal.topru;

import java.util.Set;

/** The records that a consumer asks for. Durations are collected while anyone asks for anything, request units for who asks for them. */
public enum Collector {
    /** Request units by user, statement and plan. */
    TOP_RU,
    /** Duration by statement and plan. */
    TOP_SQL;

    /** Both. */
    public static final Set<Collector> ALL = Set.of(TOP_RU, TOP_SQL);
}
