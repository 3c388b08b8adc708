package dev.tollbooth.internal.topru;

import java.util.Set;

/**
 * A kind of record that a consumer can ask for. Durations are collected while there is any consumer, request units only
 * for consumers that want them.
 */
public enum Collector {
    /** Request units by user, statement and plan. */
    TOP_RU,
    /** Duration by statement and plan. */
    TOP_SQL;

    /** Both kinds of records. */
    public static final Set<Collector> ALL = Set.of(TOP_RU, TOP_SQL);
}
