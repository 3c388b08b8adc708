package dev.tollbooth.fleet.query;

import dev.tollbooth.fleet.parquet.FleetDatabase;
import dev.tollbooth.fleet.parquet.FleetTable;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.parquet.SqlLiteral;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * The tables of a Parquet directory in a DuckDB: those of {@link FleetTable}, {@code texts} with one row a digest, and
 * {@code buckets}.
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
     * Opens a directory for questions.
     *
     * @throws IOException if nothing was exported there
     * @throws SQLException if DuckDB does not run here
     */
    public static FleetViews open(ParquetDirectory directory) throws IOException, SQLException {
        if (!directory.exists()) {
            throw new IOException("no tables: directory=" + directory.root()
                    + "; make them by tollbooth export FILES --parquet " + directory.root());
        }
        Path spill = Files.createTempDirectory("tollbooth-fleet");
        FleetViews views = new FleetViews(FleetDatabase.open(MEGABYTES, spill), spill);
        views.create(directory.root());
        return views;
    }

    private void create(Path root) throws SQLException {
        for (FleetTable table : FleetTable.values()) {
            String files = SqlLiteral.of(root + "/" + table.sqlName() + "/*/*/*.parquet");
            database.execute("CREATE VIEW " + table.sqlName() + " AS SELECT * FROM read_parquet(" + files
                    + ", hive_partitioning = true, hive_types = {'day': DATE, 'hour': INTEGER})");
        }
        database.execute("CREATE VIEW buckets AS SELECT * FROM read_parquet("
                + SqlLiteral.of(root + "/buckets/buckets.parquet") + ")");
        String texts = Files.isDirectory(root.resolve("texts"))
                ? "SELECT digest, max(\"text\") AS \"text\", max(summary) AS summary, max(\"system\") AS \"system\""
                        + " FROM read_parquet(" + SqlLiteral.of(root + "/texts/*.parquet") + ") GROUP BY digest"
                : "SELECT '' AS digest, '' AS \"text\", '' AS summary, '' AS \"system\" WHERE false";
        database.execute("CREATE VIEW texts AS " + texts);
    }

    FleetDatabase database() {
        return database;
    }

    @Override
    public void close() throws SQLException, IOException {
        database.close();
        Files.deleteIfExists(spill);
    }
}
