package dev.tollbooth.report;

import java.util.List;

/**
 * The records of TopRU for one closed report interval.
 *
 * @param startEpochSeconds seconds since 1970 UTC, a multiple of the report interval
 * @param endEpochSeconds the exclusive end; earlier than a full interval if accounting was shut down
 * @param itemSeconds width of an item: 15, 30 or 60
 * @param ruRecords the records in descending order of request units; others last
 * @param sqlRecords the records in descending order of duration; others last
 */
public record Window(
        long startEpochSeconds,
        long endEpochSeconds,
        int itemSeconds,
        List<RuRecord> ruRecords,
        List<SqlRecord> sqlRecords) {

    /**
     * Copies the lists.
     *
     * @param startEpochSeconds seconds since 1970 UTC, a multiple of the report interval
     * @param endEpochSeconds the exclusive end
     * @param itemSeconds the width of an item: 15, 30 or 60
     * @param ruRecords the records in descending order of request units; others last
     * @param sqlRecords the records in descending order of duration; others last
     */
    public Window {
        ruRecords = List.copyOf(ruRecords);
        sqlRecords = List.copyOf(sqlRecords);
    }
}
