package dev.tollbooth.fleet.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory of a fleet's tables: {@code TABLE/day=2026-11-24/hour=07/part-*.parquet}, and beside them the texts of
 * digests and the bounds of the buckets.
 *
 * @param root the folder that contains a folder for each table
 */
public record ParquetDirectory(Path root) {

    static final String ANY_FILE = "*.parquet";

    /**
     * The pattern of a URL that was parsed as a path. Parsing turns two slashes into one. A single letter before the
     * colon is a drive of Windows, not a scheme.
     */
    private static final Pattern URL = Pattern.compile("([a-z][a-z0-9]{1,9}):/.*");

    /** Rejects URLs, because DuckDB reads them only with an extension, and extensions are never loaded. */
    public ParquetDirectory {
        Matcher url = URL.matcher(root.toString());
        if (url.matches()) {
            throw new IllegalArgumentException("not a directory of this machine: scheme=" + url.group(1)
                    + "; mount the bucket, or copy its folders to a directory, or ask Spark, which reads it itself");
        }
    }

    private boolean exists() {
        return Files.isDirectory(root.resolve(FleetTable.REPORTS.sqlName()));
    }

    /**
     * Checks that the directory has tables.
     *
     * @throws IOException if nothing was exported here
     */
    public void requireTables() throws IOException {
        if (!exists()) {
            throw new IOException(
                    "no tables: directory=" + root + "; make them by tollbooth export FILES --parquet " + root);
        }
    }

    /**
     * Returns a value that changes with the tables: the number of files of the table of reports, and the time of their
     * latest change.
     */
    public String version() {
        try (Stream<Path> files = Files.walk(root.resolve(FleetTable.REPORTS.sqlName()))) {
            LongSummaryStatistics times = files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().lastModified())
                    .summaryStatistics();
            return times.getCount() + "-" + times.getMax();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path buckets() {
        return root.resolve("buckets").resolve("buckets.parquet");
    }

    Path texts(DigestTable table) {
        return root.resolve(table.sqlName());
    }

    Path partition(FleetTable table, String day, int hour) {
        return root.resolve(table.sqlName())
                .resolve("day=" + day)
                .resolve(String.format(Locale.ROOT, "hour=%02d", hour));
    }
}
