package dev.tollbooth.fleet.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.report.SameAnswers;
import dev.tollbooth.cli.report.SameRows;
import dev.tollbooth.fleet.parquet.Export;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.query.FleetComparison;
import dev.tollbooth.fleet.query.PlainMerge;
import dev.tollbooth.fleet.simulation.Simulation;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Spark's sums, made by real shuffles of two tasks, equal those of a plain loop bit by bit. */
@Tag("slow") // Spark's own start
final class SparkFiguresTest {

    /** Two windows, before and after a full hour. */
    private static final Simulation SHAPE = new Simulation(5_000, 2, 2, Instant.parse("2026-11-24T09:59:00Z"), 11);

    @TempDir
    private static Path directory;

    private static Path files;
    private static SparkSession session;
    private static Map<FleetComparison.Key, PlainMerge.Sums> plain;

    @BeforeAll
    static void exportAndStart() throws Exception {
        files = directory.resolve("reports");
        SHAPE.write(files);
        plain = PlainMerge.of(files);
        export("fleet", files);
        session = SparkSession.builder()
                .master("local[2]")
                .config(FleetApplication.ownersAlone(new SparkConf()))
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.adaptive.coalescePartitions.enabled", "false")
                .config("spark.sql.session.timeZone", "UTC")
                .config(
                        "spark.sql.warehouse.dir",
                        directory.resolve("warehouse").toString())
                .getOrCreate();
    }

    @AfterAll
    static void stop() {
        if (session != null) {
            session.stop();
        }
    }

    private static void register(String root) {
        assertThat(new FleetTables(session, List.of(root))).isNotNull();
    }

    private static void compareQuantiles(List<Row> rows) {
        assertThat(rows).hasSize(plain.size());
        for (Row row : rows) {
            PlainMerge.Sums sums = plain.get(new FleetComparison.Key(row.getAs("service"), row.getAs("digest")));
            assertThat(row.<Long>getAs("total")).isEqualTo(sums.executions);
            assertThat(row.<BigDecimal>getAs("p50_picos")).isEqualByComparingTo(sums.quantile(50, 100));
            assertThat(row.<BigDecimal>getAs("p95_picos")).isEqualByComparingTo(sums.quantile(95, 100));
            assertThat(row.<BigDecimal>getAs("p99_picos")).isEqualByComparingTo(sums.quantile(99, 100));
            assertThat(row.<BigDecimal>getAs("p999_picos")).isEqualByComparingTo(sums.quantile(999, 1_000));
            assertThat(HistogramSnapshot.of(0, sums.buckets).quantilePicos(Quantile.P99))
                    .isEqualTo(row.<BigDecimal>getAs("p99_picos").longValueExact());
        }
    }

    private static void compareOrigins() {
        List<Row> rows = session.sql("SELECT * FROM statement_origins").collectAsList();
        Map<FleetComparison.Key, Long> executions = new HashMap<>();
        for (Row row : rows) {
            FleetComparison.Key statement = new FleetComparison.Key(row.getAs("service"), row.getAs("digest"));
            String origin = row.getAs("origin");
            assertThat(plain.get(statement).origins.get(origin == null ? "" : origin))
                    .containsExactly(
                            row.<Long>getAs("executions"), row.<Long>getAs("latency_ns") + row.<Long>getAs("fetch_ns"));
            executions.merge(statement, row.<Long>getAs("executions"), Long::sum);
        }
        assertThat(executions).hasSize(plain.size());
        executions.forEach((statement, sum) -> assertThat(sum).isEqualTo(plain.get(statement).executions));
    }

    @Test
    void sumsAndQuantiles_ofAllProcesses_areThoseOfAPlainMerge() {
        register(directory.resolve("fleet").toString());
        compareQuantiles(session.sql("SELECT * FROM statement_quantiles").collectAsList());
        for (Row row : session.sql("SELECT * FROM statement_sums").collectAsList()) {
            PlainMerge.Sums sums = plain.get(new FleetComparison.Key(row.getAs("service"), row.getAs("digest")));
            assertThat(row.<Long>getAs("executions")).isEqualTo(sums.executions);
            assertThat(row.<Long>getAs("errors")).isEqualTo(sums.errors);
            assertThat(row.<Long>getAs("latency_ns")).isEqualTo(sums.nanos);
        }
        compareOrigins();
    }

    /** Tests that {@link FleetTables} names all columns which an export writes. */
    @Test
    void tables_haveTheColumnsOfTheFiles() {
        String root = directory.resolve("fleet").toString();
        register(root);
        for (String table : List.of("reports", "statements", "spending", "origins", "spending_origins", "buckets")) {
            assertThat(session.table(table).drop("root").schema().simpleString())
                    .isEqualTo(
                            session.read().parquet(root + "/" + table).schema().simpleString());
        }
        assertThat(session.table("plans").count()).isEqualTo(2);
    }

    @Test
    void rollUps_hourlyWithDuplicateAndLateReportsAndDailyOfThese_loseNoQuantile() throws Exception {
        String hourly = directory.resolve("hourly").toString();
        String daily = directory.resolve("daily").toString();
        List<Path> all;
        try (Stream<Path> found = Files.list(files)) {
            all = found.sorted().toList();
        }
        String east = export("east", all.subList(0, 2_600).toArray(Path[]::new));
        FleetApplication.run(session, "rollup-hourly", "--from", east, "--to", hourly);
        // 200 processes send reports to both directories, and some of them are late
        String west = export("west", all.subList(2_400, 5_000).toArray(Path[]::new));
        FleetApplication.run(session, "rollup-hourly", "--from", east, "--from", west, "--to", hourly);
        try (Stream<Path> written = Files.walk(Path.of(hourly))) {
            assertThat(written).allMatch(SparkFiguresTest::isOwnersAlone);
        }
        register(hourly);
        assertThat(session.table("statements").count()).isEqualTo(2 * 11 * SHAPE.statements());
        compareQuantiles(session.sql("SELECT * FROM statement_quantiles").collectAsList());

        FleetApplication.run(session, "rollup-daily", "--from", hourly, "--to", daily);
        register(daily);
        assertThat(session.table("statements").count()).isEqualTo(11 * SHAPE.statements());
        compareOrigins();
        compareQuantiles(session.sql("SELECT * FROM statement_quantiles").collectAsList());
        assertThat(session.sql("SELECT * FROM fleet_top WHERE statement IS NULL")
                        .count())
                .isZero();
    }

    private static boolean isOwnersAlone(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                    .endsWith("------");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void run_withoutADirectory_saysHowToGiveOne() {
        assertThatThrownBy(() -> FleetApplication.run(session, "top")).hasMessageContaining("--from is missing");
    }

    @Test
    void rowsAffected_thatDriversDoNotSay_areNullInSumsTopAndRollUps() {
        register(directory.resolve("fleet").toString());
        String silent = directory.resolve("silent").toString();
        session.table("statements")
                .drop("root")
                .withColumn("rows_read", functions.lit(0L))
                .withColumn(
                        "rows_affected", functions.expr("CASE WHEN digest < '8' THEN CAST(NULL AS BIGINT) ELSE 7L END"))
                .withColumn("rows_unknown", functions.lit(2L))
                .write()
                .partitionBy("day", "hour")
                .parquet(silent + "/statements");
        session.table("buckets").drop("root").write().parquet(silent + "/buckets");
        FleetTables tables = new FleetTables(session, List.of(silent));
        for (String view : List.of(
                "SELECT digest, rows_affected AS n, rows_unknown FROM statement_sums",
                "SELECT digest, `rows` AS n, 2L AS rows_unknown FROM fleet_top")) {
            assertNullBelow8(session.sql(view).collectAsList());
        }
        assertNullBelow8(tables.rollUp(false)
                .selectExpr("digest", "rows_affected AS n", "rows_unknown")
                .collectAsList());
    }

    @Test
    void statements_whoseFiguresAreKnownInPart_haveTheAnswersOfAllOutlets() throws Exception {
        Path cases = directory.resolve("cases");
        SameRows.write(cases);
        Path[] written = Arrays.stream(SameRows.Case.values())
                .map(each -> cases.resolve(each.name()))
                .toArray(Path[]::new);
        FleetTables tables = new FleetTables(session, List.of(export("cases-fleet", written)));
        compareAnswers(session.table("statement_sums"));
        String hourly = directory.resolve("cases-hourly").toString();
        tables.writeRollUp(false, hourly);
        register(hourly);
        compareAnswers(session.table("statement_sums"));
    }

    private static void compareAnswers(Dataset<Row> rows) {
        SameAnswers answers = new SameAnswers();
        for (Row row : rows.collectAsList()) {
            answers.add(
                    row.getAs("digest"),
                    row.getAs("ru"),
                    row.getAs("ru_source"),
                    row.getAs("rows_affected"),
                    row.getAs("rows_unknown"));
        }
        answers.check();
    }

    private static void assertNullBelow8(List<Row> rows) {
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            assertThat(row.isNullAt(1)).isEqualTo(row.getString(0).compareTo("8") < 0);
            assertThat(row.getLong(2)).isPositive();
        });
        assertThat(rows).anyMatch(row -> row.isNullAt(1)).anyMatch(row -> !row.isNullAt(1));
    }

    private static String export(String name, Path... from) throws Exception {
        Path target = directory.resolve(name);
        try (Export export = new Export(new ParquetDirectory(target), 100_000)) {
            export.run(new ReportFiles(List.of(from), System.err));
        }
        return target.toString();
    }
}
