package dev.tollbooth.fleet.query;

import dev.tollbooth.fleet.parquet.DigestTable;
import dev.tollbooth.fleet.parquet.FleetDatabase;
import dev.tollbooth.fleet.parquet.FleetTable;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.parquet.SqlLiteral;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

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
            String files = SqlLiteral.of(root + "/" + table.sqlName() + "/*/*/*.parquet");
            // files of other builds may lack columns, so an empty table with all columns is added
            String none = "SELECT *, DATE '1970-01-01' AS day, 0 AS hour FROM ("
                    + table.select(FleetTable.REPORTS.stage()) + ") WHERE false";
            String read = "SELECT * FROM read_parquet(" + files
                    + ", union_by_name = true, hive_partitioning = true, hive_types = {'day': DATE, 'hour': INTEGER})"
                    + " UNION ALL BY NAME (" + none + ")";
            database.execute("CREATE VIEW " + table.sqlName() + " AS " + (any(files) ? read : none));
        }
        database.execute("CREATE VIEW buckets AS SELECT * FROM read_parquet("
                + SqlLiteral.of(root + "/buckets/buckets.parquet") + ")");
        for (DigestTable table : DigestTable.values()) {
            String files = SqlLiteral.of(root + "/" + table.sqlName() + "/*.parquet");
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

    @Override
    public void close() throws SQLException, IOException {
        database.close();
        Files.deleteIfExists(spill);
    }
}
