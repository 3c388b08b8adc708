package dev.tollbooth.report;

import dev.tollbooth.statement.Sha256;
import java.util.List;

/**
 * Request units of one key in one window.
 *
 * @param scope the scope of the figures
 * @param keyspace the database, such as {@code PostgreSQL/shop}; empty in global others
 * @param source the source of the request units, such as {@code estimate}; figures of two sources are never added up
 * @param user the user; empty if unknown, and in global others
 * @param sqlDigest the statement; {@link Sha256#NONE} in others
 * @param planDigest the plan; {@link Sha256#NONE} if unknown, and in others
 * @param items the items in order of time, at most one for each start
 */
public record RuRecord(
        RecordScope scope,
        String keyspace,
        String source,
        String user,
        Sha256 sqlDigest,
        Sha256 planDigest,
        List<RuItem> items) {

    /**
     * Copies the items.
     *
     * @param scope the scope of the figures
     * @param keyspace the database; empty in global others
     * @param source the source of the request units
     * @param user the user; empty if unknown, and in global others
     * @param sqlDigest the statement; {@link Sha256#NONE} in others
     * @param planDigest the plan; {@link Sha256#NONE} if unknown, and in others
     * @param items the items in order of time, at most one for each start
     */
    public RuRecord {
        items = List.copyOf(items);
    }
}
