package dev.tollbooth.fleet.parquet;

import java.util.EnumMap;
import java.util.Map;

/**
 * The numbers of reports, rows and files in an export.
 *
 * <p>Not thread-safe.
 */
public final class ExportSums {

    private long read;
    private final Map<FleetTable, Long> rows = new EnumMap<>(FleetTable.class);
    private long files;

    void addRead() {
        read++;
    }

    void addRows(FleetTable table, long more) {
        rows.merge(table, more, Long::sum);
    }

    void addFiles(long more) {
        files += more;
    }

    /** Returns the number of rows of a table; its rows of reports are those that were not exported before. */
    public long rows(FleetTable table) {
        return rows.getOrDefault(table, 0L);
    }

    /** Returns the number of written files. */
    public long files() {
        return files;
    }

    /** Returns all numbers as one line. */
    @Override
    public String toString() {
        long reports = rows(FleetTable.REPORTS);
        StringBuilder line = new StringBuilder("read=" + read + " reports=" + reports + " known=" + (read - reports));
        for (FleetTable table : FleetTable.values()) {
            if (table != FleetTable.REPORTS) {
                line.append(' ').append(table.sqlName()).append('=').append(rows(table));
            }
        }
        return line + " files=" + files;
    }
}
