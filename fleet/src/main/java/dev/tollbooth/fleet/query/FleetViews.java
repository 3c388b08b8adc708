package dev.tollbooth.fleet.query;

import dev.tollbooth.fleet.parquet.DigestTable;
import dev.tollbooth.fleet.parquet.FleetDatabase;
import dev.tollbooth.fleet.parquet.FleetTable;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tables of a Parquet directory as views in DuckDB: those of {@link FleetTable}, {@code texts} and {@code plans}
 * with one row per digest, and {@code buckets}.
 *
 * <p>Not thread-safe.
 */
public final class FleetViews implements AutoCloseable {

    private static final int MEGABYTES = 2_048;

    private final FleetDatabase database;
    private final Path spill;

    private FleetViews(FleetDatabase database, Path spill) {
        this.database = database;
        this.spill = spill;
    }

    /**
     * Opens a directory for queries.
     *
     * @throws IOException if nothing was exported there
     * @throws SQLException if DuckDB does not run here
     */
    public static FleetViews open(ParquetDirectory directory) throws IOException, SQLException {
        directory.requireTables();
        Path spill = Files.createTempDirectory("tollbooth-fleet");
        FleetViews views = new FleetViews(FleetDatabase.open(MEGABYTES, spill), spill);
        views.create(directory.root());
        return views;
    }

    private void create(Path root) throws SQLException {
        for (FleetTable table : FleetTable.values()) {
            database.execute(table.createStage());
        }
        for (FleetTable table : FleetTable.values()) {
            String files = FleetDatabase.literal(root + "/" + table.sqlName() + "/*/*/*.parquet");
            // files of other builds may lack columns, so an empty table with all columns is added
            String none = "SELECT *, DATE '1970-01-01' AS day, 0 AS hour FROM ("
                    + table.select(FleetTable.REPORTS.stage()) + ") WHERE false";
            String read = "SELECT * FROM read_parquet(" + files
                    + ", union_by_name = true, hive_partitioning = true, hive_types = {'day': DATE, 'hour': INTEGER})"
                    + " UNION ALL BY NAME (" + none + ")";
            database.execute("CREATE VIEW " + table.sqlName() + " AS " + (any(files) ? read : none));
        }
        database.execute("CREATE VIEW buckets AS SELECT * FROM read_parquet("
                + FleetDatabase.literal(root + "/buckets/buckets.parquet") + ")");
        for (DigestTable table : DigestTable.values()) {
            String files = FleetDatabase.literal(root + "/" + table.sqlName() + "/*.parquet");
            database.execute("CREATE VIEW " + table.sqlName() + " AS "
                    + (any(files)
                            ? table.byDigest("read_parquet(" + files + ", union_by_name = true)")
                            : table.none()));
        }
    }

    private boolean any(String files) throws SQLException {
        return database.number("SELECT count(*) FROM glob(" + files + ")") > 0;
    }

    /** Returns the database for SQL over the tables. */
    public FleetDatabase database() {
        return database;
    }

    /** Returns a name for each digest: the summary, or the normalized text if there is no summary. */
    public Map<String, String> names() throws SQLException {
        return texts("SELECT digest, coalesce(nullif(summary, ''), \"text\") FROM texts");
    }

    /** Returns the text of each plan by its digest. */
    public Map<String, String> planTexts() throws SQLException {
        return texts("SELECT digest, \"text\" FROM plans");
    }

    Map<String, String> texts(String sql) throws SQLException {
        Map<String, String> texts = new LinkedHashMap<>();
        database.each(sql, row -> texts.put(row.getString(1), row.getString(2)));
        return texts;
    }

    /**
     * Returns common table expressions that add up the latencies of rows by bucket. The last one, {@code histograms},
     * has the columns {@code keys} and those that {@link #histogram} reads.
     *
     * @param keys columns, separated by commas
     * @param rows the table of the rows
     */
    static String histograms(String keys, String rows) {
        return "measured AS (SELECT " + keys + ", unnest(bucket_id) AS bucket_id, unnest(bucket_count) AS n FROM "
                + rows + "), merged AS (SELECT " + keys
                + ", bucket_id, sum(n)::BIGINT AS n FROM measured GROUP BY ALL),"
                + " histograms AS (SELECT " + keys + ", list(bucket_id ORDER BY bucket_id) AS ids,"
                + " list(n ORDER BY bucket_id) AS counts FROM merged GROUP BY ALL)";
    }

    /** Returns the histogram of a row of {@link #histograms}; an empty one if the row has none. */
    static HistogramSnapshot histogram(ResultSet row) throws SQLException {
        Array ids = row.getArray("ids");
        if (ids == null) {
            return HistogramSnapshot.EMPTY;
        }
        Object[] buckets = (Object[]) ids.getArray();
        Object[] sums = (Object[]) row.getArray("counts").getArray();
        long[] counts = new long[LatencyBuckets.COUNT];
        for (int i = 0; i < buckets.length; i++) {
            counts[((Number) buckets[i]).intValue()] = ((Number) sums[i]).longValue();
        }
        return HistogramSnapshot.of(0, counts);
    }

    @Override
    public void close() throws SQLException, IOException {
        database.close();
        Files.deleteIfExists(spill);
    }
}
