package dev.tollbooth.report;

import dev.tollbooth.statement.Sha256;
import java.util.List;

/**
 * Executions of one statement and plan in one window, by all users.
 *
 * @param keyspace the database; empty in others
 * @param sqlDigest the statement; {@link Sha256#NONE} in the record of all others
 * @param planDigest the plan; {@link Sha256#NONE} if unknown, and in others
 * @param items the items in order of time, at most one for each start
 */
public record SqlRecord(String keyspace, Sha256 sqlDigest, Sha256 planDigest, List<SqlItem> items) {

    /**
     * Copies the items.
     *
     * @param keyspace the database; empty in others
     * @param sqlDigest the statement; {@link Sha256#NONE} in the record of all others
     * @param planDigest the plan; {@link Sha256#NONE} if unknown, and in others
     * @param items the items in order of time, at most one for each start
     */
    public SqlRecord {
        items = List.copyOf(items);
    }
}
