package dev.tollbooth.fleet.parquet;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.proto.v1.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/**
 * An export that converts report files to Parquet tables. It works in batches, so that its memory does not grow with
 * the input. Each batch is committed as a whole. A report that was exported before is skipped.
 *
 * <p>Not thread-safe.
 */
public final class Export implements AutoCloseable {

    /** The usual number of rows in a batch; larger batches make fewer files. */
    public static final int ROWS_OF_A_BATCH = 300_000;

    private static final int MEGABYTES = 256;

    private final Commit commit;
    private final FleetDatabase database;
    private final StagedReports reports;
    private final StagedTexts texts;
    private final ParquetBatch batch;
    private final ExportSums sums = new ExportSums();
    private final int rowsOfABatch;

    private static final class Failed extends RuntimeException {

        private final transient SQLException failure;

        private Failed(SQLException cause) {
            super(cause.getMessage(), cause);
            this.failure = cause;
        }
    }

    /**
     * Opens {@code directory} for writing.
     *
     * @param rowsOfABatch the number of rows after which a batch is committed
     * @throws IOException if another export or a compaction is writing to the directory, or files can't be written
     * @throws SQLException if DuckDB does not run here
     */
    public Export(ParquetDirectory directory, int rowsOfABatch) throws IOException, SQLException {
        this.rowsOfABatch = rowsOfABatch;
        this.commit = new Commit(directory.root());
        this.database = FleetDatabase.open(MEGABYTES, commit.spill());
        this.reports = new StagedReports(database);
        this.texts = new StagedTexts(database);
        this.batch = new ParquetBatch(database, directory, commit);
        batch.writeBuckets();
    }

    /**
     * Exports all reports of the files; returns the numbers of this export so far.
     *
     * @throws IOException if a file can't be written
     * @throws SQLException if DuckDB fails
     */
    public ExportSums run(ReportFiles files) throws IOException, SQLException {
        try {
            files.forEach(this::add);
        } catch (Failed e) {
            throw e.failure;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        write();
        return sums;
    }

    private void add(Report report) {
        try {
            sums.addRead();
            reports.add(report);
            texts.add(report);
            if (reports.rows() >= rowsOfABatch) {
                write();
            }
        } catch (SQLException e) {
            throw new Failed(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write() throws IOException, SQLException {
        reports.flush();
        texts.flush();
        batch.write(sums);
        reports.clear();
    }

    @Override
    public void close() throws SQLException, IOException {
        reports.close();
        texts.close();
        database.close();
        commit.close();
    }

    /**
     * The numbers of reports, rows and files in an export.
     *
     * <p>Not thread-safe.
     */
    public static final class ExportSums {

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

        /** Returns all numbers as one line. */
        @Override
        public String toString() {
            long reports = rows(FleetTable.REPORTS);
            StringBuilder line =
                    new StringBuilder("read=" + read + " reports=" + reports + " known=" + (read - reports));
            for (FleetTable table : FleetTable.values()) {
                if (table != FleetTable.REPORTS) {
                    line.append(' ').append(table.sqlName()).append('=').append(rows(table));
                }
            }
            return line + " files=" + files;
        }
    }
}
