package dev.tollbooth.fleet.parquet;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the tables of a fleet lie: {@code TABLE/day=2026-11-24/hour=07/part-*.parquet}, and beside them the texts of
 * digests and the bounds of the buckets.
 *
 * @param root holds a folder for each table
 */
public record ParquetDirectory(Path root) {

    static final String ANY_FILE = "*.parquet";

    /** Returns whether anything was exported to it. */
    public boolean exists() {
        return Files.isDirectory(root.resolve(FleetTable.REPORTS.sqlName()));
    }

    Path buckets() {
        return root.resolve("buckets").resolve("buckets.parquet");
    }

    Path texts() {
        return root.resolve("texts");
    }

    Path partition(FleetTable table, String day, int hour) {
        return root.resolve(table.sqlName()).resolve("day=" + day).resolve(String.format("hour=%02d", hour));
    }
}
