package dev.tollbooth.fleet.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.fleet.parquet.Export;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.simulation.Simulation;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests why P99s must not be averaged, and prints the figures that the guide quotes. */
final class AveragedQuantilesTest {

    private static final Simulation SHAPE = new Simulation(60, 200, 3, Instant.parse("2026-11-24T09:00:00Z"), 1);

    @TempDir
    private Path directory;

    @Test
    void averageOfP99s_ofProcessesAndMinutes_isFarFromTheP99OfAllExecutions() throws Exception {
        Path files = directory.resolve("reports");
        SHAPE.write(files);
        ParquetDirectory tables = new ParquetDirectory(directory.resolve("fleet"));
        try (Export export = new Export(tables, Export.ROWS_OF_A_BATCH)) {
            export.run(new ReportFiles(List.of(files), System.err));
        }
        String sql = "WITH each AS (WITH " + LatencySql.quantiles("service, digest, instance, window_start", "true")
                + " SELECT service, digest, avg(p99_nanos) AS averaged FROM quantiles GROUP BY ALL),"
                + " fleet AS (WITH " + LatencySql.quantiles("service, digest", "true")
                + " SELECT service, digest, p99_nanos FROM quantiles)"
                + " SELECT min(averaged / p99_nanos), median(averaged / p99_nanos), max(averaged / p99_nanos),"
                + " count(*) FILTER (averaged < 0.8 * p99_nanos) / count(*) FROM each JOIN fleet USING (service, digest)";
        try (FleetViews views = FleetViews.open(tables);
                Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            System.out.printf(
                    "averaged P99 / P99: least %.2f, median %.2f, most %.2f; below 0.8: %.2f of the statements%n",
                    rows.getDouble(1), rows.getDouble(2), rows.getDouble(3), rows.getDouble(4));
            assertThat(rows.getDouble(2)).isLessThan(0.8);
            assertThat(rows.getDouble(4)).isGreaterThan(0.5);
        }
    }
}
