package dev.tollbooth.fleet.parquet;

import dev.tollbooth.fleet.parquet.Export.ExportSums;
import dev.tollbooth.internal.time.LatencyBuckets;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.duckdb.DuckDBAppender;

/**
 * A writer of one staged batch. It writes the reports that the directory does not have yet, in one file for each table
 * and hour.
 *
 * <p>Not thread-safe.
 */
final class ParquetBatch {

    /** The number of rows in a row group of a Parquet file. Small groups let a reader skip more. */
    private static final int ROWS_OF_A_GROUP = 65_536;

    static final String COPY_OPTIONS = "(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE " + ROWS_OF_A_GROUP + ")";

    private record Hour(String day, int hour) {}

    private final FleetDatabase database;
    private final ParquetDirectory directory;
    private final Commit commit;

    ParquetBatch(FleetDatabase database, ParquetDirectory directory, Commit commit) {
        this.database = database;
        this.directory = directory;
        this.commit = commit;
    }

    /** Writes the batch, and adds its numbers to {@code sums}. */
    void write(ExportSums sums) throws SQLException, IOException {
        for (Hour hour : hours()) {
            keepNew(hour);
            if (database.number("SELECT count(*) FROM kept") > 0) {
                String part = part();
                for (FleetTable table : FleetTable.values()) {
                    sums.addRows(table, copy(table, hour, part));
                }
            }
        }
        for (DigestTable table : DigestTable.values()) {
            write(table);
        }
        sums.addFiles(commit.run());
    }

    private List<Hour> hours() throws SQLException {
        List<Hour> hours = new ArrayList<>();
        database.each("""
                SELECT DISTINCT strftime(window_start, '%Y-%m-%d') AS day, hour(window_start) AS hour
                FROM staged_reports ORDER BY day, hour""", row -> hours.add(new Hour(row.getString(1), row.getInt(2))));
        return hours;
    }

    /**
     * Selects the reports of an hour that were not exported before, each once, into the table {@code kept}. The boot id
     * and sequence identify a report.
     */
    private void keepNew(Hour hour) throws SQLException, IOException {
        Path known = directory.partition(FleetTable.REPORTS, hour.day, hour.hour);
        String start =
                "TIMESTAMP " + FleetDatabase.literal(hour.day + String.format(Locale.ROOT, " %02d:00:00", hour.hour));
        database.execute("CREATE OR REPLACE TABLE kept AS SELECT r.* FROM staged_reports r"
                + " WHERE window_start >= " + start + " AND window_start < " + start + " + INTERVAL 1 HOUR"
                + " AND occurrence IN (SELECT min(occurrence) FROM staged_reports GROUP BY boot_id, sequence)"
                + (hasFiles(known)
                        ? " AND NOT EXISTS (SELECT 1 FROM " + parquet(known) + " k"
                                + " WHERE k.boot_id = r.boot_id AND k.sequence = r.sequence)"
                        : ""));
    }

    private static boolean hasFiles(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, ParquetDirectory.ANY_FILE)) {
            return files.iterator().hasNext();
        }
    }

    private static String parquet(Path folder) {
        return "read_parquet(" + FleetDatabase.literal(folder.resolve(ParquetDirectory.ANY_FILE))
                + ", hive_partitioning = false)";
    }

    /** Returns a file name made from the identities of the kept reports. The same reports always get the same name. */
    private String part() throws SQLException {
        return part("string_agg(boot_id || '/' || sequence, ',' ORDER BY boot_id, sequence)", "kept");
    }

    private String part(String contents, String table) throws SQLException {
        return "part-" + database.text("SELECT left(md5(" + contents + "), 16) FROM " + table) + ".parquet";
    }

    /** Writes the hour's rows of a table to a file if there are any; returns the number of rows. */
    private long copy(FleetTable table, Hour hour, String part) throws SQLException {
        long rows = database.number("SELECT count(*) FROM " + table.from("kept"));
        if (rows > 0) {
            Path file =
                    commit.file(directory.partition(table, hour.day, hour.hour).resolve(part));
            database.execute("COPY (" + table.select("kept") + " ORDER BY " + table.order + ") TO "
                    + FleetDatabase.literal(file) + " " + COPY_OPTIONS);
        }
        return rows;
    }

    /** Writes the new rows of a table of texts, and empties its staging table. */
    private void write(DigestTable table) throws SQLException, IOException {
        Path folder = directory.texts(table);
        String told = "SELECT DISTINCT " + table.selected + " FROM " + table.stage();
        String known = " EXCEPT SELECT " + table.columns + " FROM ";
        database.execute(
                "CREATE OR REPLACE TABLE fresh AS " + told + (hasFiles(folder) ? known + parquet(folder) : ""));
        if (database.number("SELECT count(*) FROM fresh") > 0) {
            String all = "string_agg(concat(" + table.columns + "), '' ORDER BY ALL)";
            Path file = commit.file(folder.resolve(part(all, "fresh")));
            database.execute(
                    "COPY (SELECT * FROM fresh ORDER BY ALL) TO " + FleetDatabase.literal(file) + " " + COPY_OPTIONS);
        }
        database.execute("TRUNCATE " + table.stage());
    }

    /** Writes the bounds of the 450 buckets, unless the directory has them. */
    void writeBuckets() throws SQLException, IOException {
        if (!Files.exists(directory.buckets())) {
            createBuckets(database);
            database.execute("COPY (SELECT * FROM buckets ORDER BY bucket_id) TO "
                    + FleetDatabase.literal(commit.file(directory.buckets())) + " " + COPY_OPTIONS);
        }
    }

    /**
     * Creates a table with the bounds of the 450 latency buckets. Bounds in picoseconds are decimals, because the last
     * one, 2^64-1, does not fit in a signed integer of 64 bits.
     */
    private static void createBuckets(FleetDatabase database) throws SQLException {
        database.execute("CREATE OR REPLACE TABLE buckets (bucket_id SMALLINT, low_picos DECIMAL(20, 0),"
                + " high_picos DECIMAL(20, 0), high_nanos BIGINT)");
        try (DuckDBAppender rows = database.connection().createAppender("main", "buckets")) {
            for (int bucket = 0; bucket < LatencyBuckets.COUNT; bucket++) {
                long high = LatencyBuckets.highPicos(bucket);
                rows.beginRow()
                        .append((short) bucket)
                        .append(decimal(LatencyBuckets.lowPicos(bucket)))
                        .append(decimal(high))
                        .append(Long.divideUnsigned(high, 1_000))
                        .endRow();
            }
        }
    }

    private static BigDecimal decimal(long unsigned) {
        return new BigDecimal(new BigInteger(Long.toUnsignedString(unsigned)));
    }
}
