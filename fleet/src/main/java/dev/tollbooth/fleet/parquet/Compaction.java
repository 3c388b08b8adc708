package dev.tollbooth.fleet.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A compaction that merges the small files of each table and hour into larger, sorted files. Rows stay the same, so a
 * report that is exported again is still recognized.
 *
 * <p>Not thread-safe.
 */
public final class Compaction implements AutoCloseable {

    private static final long SMALL_BYTES = 64L << 20;
    private static final int MEGABYTES = 256;

    private final ParquetDirectory directory;
    private final Commit commit;
    private final FleetDatabase database;
    private long before;
    private long after;

    /**
     * Opens {@code directory} for writing.
     *
     * @throws IOException if the directory has no tables, an export or another compaction is writing to it, or files
     *     can't be written
     * @throws SQLException if DuckDB does not run here
     */
    public Compaction(ParquetDirectory directory) throws IOException, SQLException {
        directory.requireTables();
        this.directory = directory;
        this.commit = new Commit(directory.root());
        this.database = FleetDatabase.open(MEGABYTES, commit.spill());
    }

    /** Compacts all tables; returns {@code files before=N after=N}. */
    public String run() throws IOException, SQLException {
        for (FleetTable table : FleetTable.values()) {
            Path root = directory.root().resolve(table.sqlName());
            for (Path day : sorted(root)) {
                for (Path hour : sorted(day)) {
                    compact(hour, table.order);
                }
            }
        }
        for (DigestTable table : DigestTable.values()) {
            compact(directory.texts(table), "ALL");
        }
        return "files before=" + before + " after=" + after;
    }

    private static List<Path> sorted(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(folder)) {
            return found.sorted().toList();
        }
    }

    /**
     * Merges the small files of one folder, in groups of about 128 MB. Each group is committed by itself, so a killed
     * process leaves every folder complete.
     */
    private void compact(Path folder, String order) throws IOException, SQLException {
        List<Path> group = new ArrayList<>();
        long bytes = 0;
        for (Path file : sorted(folder)) {
            long size = Files.size(file);
            if (size < SMALL_BYTES) {
                group.add(file);
                bytes += size;
            } else {
                before++;
                after++;
            }
            if (bytes >= 2 * SMALL_BYTES) {
                merge(folder, group, order);
                group.clear();
                bytes = 0;
            }
        }
        merge(folder, group, order);
    }

    private void merge(Path folder, List<Path> files, String order) throws IOException, SQLException {
        before += files.size();
        after += Math.min(1, files.size());
        if (files.size() < 2) {
            return;
        }
        String names = files.stream().map(FleetDatabase::literal).collect(Collectors.joining(", "));
        String part = database.text("SELECT left(md5(" + FleetDatabase.literal(names) + "), 16)");
        Path staged = commit.file(folder.resolve("part-" + part + ".parquet"));
        database.execute("COPY (SELECT * FROM read_parquet([" + names
                + "], union_by_name = true, hive_partitioning = false)" + " ORDER BY " + order + ") TO "
                + FleetDatabase.literal(staged) + " " + ParquetBatch.COPY_OPTIONS);
        files.forEach(commit::remove);
        commit.run();
    }

    @Override
    public void close() throws SQLException, IOException {
        database.close();
        commit.close();
    }
}
