package dev.tollbooth.fleet.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.report.Top;
import dev.tollbooth.cli.report.TopFilter;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModel.PageStatement;
import dev.tollbooth.console.model.PageModel.RunFigures;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.fleet.FleetCommands;
import dev.tollbooth.fleet.parquet.Export;
import dev.tollbooth.fleet.parquet.FleetTable;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.simulation.Simulation;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests 5,000 processes: the sums are the same bit by bit for each implementation. */
final class FleetFiguresTest {

    private static final Simulation SHAPE = new Simulation(5_000, 12, 1, Instant.parse("2026-11-24T09:59:00Z"), 7);

    @TempDir
    private static Path directory;

    private static Path files;
    private static Path tables;
    private final FleetCommands commands = new FleetCommands();

    @BeforeAll
    static void simulateAndExport() throws Exception {
        files = directory.resolve("reports");
        tables = directory.resolve("fleet");
        assertThat(SHAPE.write(files)).isEqualTo(5_000);
        try (Export export = new Export(new ParquetDirectory(tables), 40_000)) {
            assertThat(export.run(new ReportFiles(List.of(files), System.err)).rows(FleetTable.REPORTS))
                    .isEqualTo(5_000);
        }
    }

    @Test
    void sumsAndQuantiles_ofAllProcesses_areThoseOfAPlainMerge() throws Exception {
        Map<FleetComparison.Key, PlainMerge.Sums> plain = PlainMerge.of(files);
        assertThat(plain).hasSize(10 * SHAPE.statements());
        String sql = "WITH " + LatencySql.quantiles("service, digest", "true")
                + " SELECT quantiles.*, e.executions, e.errors, e.nanos FROM quantiles JOIN (SELECT service, digest,"
                + " sum(executions)::BIGINT AS executions, sum(errors)::BIGINT AS errors,"
                + " sum(latency_ns)::BIGINT AS nanos FROM statements GROUP BY ALL) e USING (service, digest)";
        int compared = 0;
        try (FleetViews views = FleetViews.open(new ParquetDirectory(tables));
                Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                PlainMerge.Sums sums =
                        plain.get(new FleetComparison.Key(rows.getString("service"), rows.getString("digest")));
                assertThat(rows.getLong("total")).isEqualTo(sums.executions);
                assertThat(rows.getLong("executions")).isEqualTo(sums.executions);
                assertThat(rows.getLong("errors")).isEqualTo(sums.errors);
                assertThat(rows.getLong("nanos")).isEqualTo(sums.nanos);
                compare(rows, "p50_picos", sums, Quantile.P50, sums.quantile(50, 100));
                compare(rows, "p95_picos", sums, Quantile.P95, sums.quantile(95, 100));
                compare(rows, "p99_picos", sums, Quantile.P99, sums.quantile(99, 100));
                compare(rows, "p999_picos", sums, Quantile.P999, sums.quantile(999, 1_000));
                compared++;
            }
        }
        assertThat(compared).isEqualTo(plain.size());
    }

    /** Compares the sums of plain loops, of the driver, and of DuckDB. */
    private static void compare(
            ResultSet rows, String column, PlainMerge.Sums sums, Quantile quantile, BigDecimal plain) throws Exception {
        assertThat(HistogramSnapshot.of(0, sums.buckets).quantilePicos(quantile))
                .isEqualTo(plain.longValueExact());
        assertThat(rows.getBigDecimal(column)).isEqualByComparingTo(plain);
    }

    @Test
    void diff_ofTwoVersions_findsThePlantedRegressionAlone() {
        String[] asked = {"fleet", "diff", "1.42.0", "1.43.0", "--service", "checkout", "--from", tables.toString()};
        assertThat(commands.run(asked)).isEqualTo(3);
        assertThat(commands.printed()).hasSize(3);
        assertThat(commands.printed().get(0))
                .isEqualTo("statements=12 changed=1 too few executions=0, spread between instances");
        assertThat(commands.printed().get(2)).startsWith("slower  checkout  SELECT checkout_invoic");
    }

    @Test
    void help_ofOneVerb_isShownWithoutItsRequiredOptions() {
        assertThat(commands.run("fleet", "help", "top")).isZero();
        assertThat(commands.run("fleet", "top", "-n", "3", "--from", tables.toString()))
                .isZero();
    }

    @Test
    void services_ofTheFleet_areAllThereWithTheirVersions() {
        assertThat(commands.run("fleet", "services", "--from", tables.toString()))
                .isZero();
        assertThat(commands.printed()).hasSize(12);
        assertThat(commands.printed()).anyMatch(line -> line.matches("checkout +1\\.43\\.0 .*"));
    }

    @Test
    void top_byInstance_namesProcessesAndWhatIsLeft() {
        assertThat(commands.run(
                        "fleet", "top", "--by", "instance", "--limit", "3", "--wide", "--from", tables.toString()))
                .isZero();
        assertThat(commands.printed()).hasSize(6).last().asString().contains(" (4,997 more) ");
    }

    @Test
    void top_ofAUser_hasOnlyHisStatements() {
        assertThat(commands.run("fleet", "top", "--user", "cedar", "--json", "--from", tables.toString()))
                .isZero();
        assertThat(commands.printed()).singleElement().asString().contains("\"users\":[\"cedar\"]");
        assertThat(commands.printed().get(0).split("\"kind\":\"statement\""))
                .hasSize(1 + 20)
                .allMatch(row -> row.startsWith("{\"reports\"") || row.contains("\"users\":[\"cedar\"]"));
        assertThat(commands.run("fleet", "top", "--user", "nobody", "--from", tables.toString()))
                .isEqualTo(1);
        assertThat(commands.errors()).contains("nothing found");
    }

    @Test
    void histogram_ofADigest_drawsAllItsExecutions() throws Exception {
        Map.Entry<FleetComparison.Key, PlainMerge.Sums> first =
                PlainMerge.of(files).entrySet().iterator().next();
        String digest = first.getKey().digest();
        assertThat(commands.run("fleet", "histogram", digest.substring(0, 12), "--from", tables.toString()))
                .isZero();
        assertThat(commands.printed().get(0)).contains(digest);
        String executions = String.format(Locale.ROOT, "%,d executions", first.getValue().executions);
        assertThat(commands.printed().get(1)).contains(executions);
    }

    @Test
    void report_ofTheFleetsPage_hasTheFiguresOfAPlainMerge() throws Exception {
        Map<FleetComparison.Key, PlainMerge.Sums> plain = PlainMerge.of(files);
        try (FleetViews views = FleetViews.open(new ParquetDirectory(tables))) {
            PageModel model = PageModels.of(new FleetReports(views, FleetFilter.ALL), TimeSpan.ALL);
            assertThat(model.statements()).hasSize(plain.size());
            for (PageStatement row : model.statements()) {
                String service = row.summary().replaceAll("SELECT ([a-z]+)_.*", "$1");
                PlainMerge.Sums sums = plain.get(
                        new FleetComparison.Key(service, row.identity().digest()));
                assertThat(row.figures().count()).isEqualTo(sums.executions);
                assertThat(row.figures().nanos()).isEqualTo(sums.nanos);
                assertThat(row.figures().histogram()).isEqualTo(HistogramSnapshot.of(0, sums.buckets));
                row.origins()
                        .forEach((origin, figures) ->
                                assertThat(sums.origins.get(origin)[0]).isEqualTo(figures.count()));
            }
            assertThat(model.runs()).extracting(RunFigures::bootId).contains("checkout 1.42.0", "checkout 1.43.0");
            PageModel chosen = PageModels.of(
                    new FleetReports(views, new FleetFilter("checkout", "1.43.0", "", "", TimeSpan.ALL)), TimeSpan.ALL);
            assertThat(chosen.statements()).hasSize(SHAPE.statements());
            assertThat(chosen.runs()).hasSize(1);
        }
    }

    @Test
    void from_anObjectStore_isRefusedWithWhatToDo() {
        assertThat(commands.run("fleet", "top", "--from", "s3://bucket/fleet")).isEqualTo(1);
        assertThat(commands.errors())
                .contains("scheme=s3; mount the bucket, or copy")
                .doesNotContain("bucket/fleet");
        assertThat(commands.run("export", files.toString(), "--parquet", "gs://bucket/fleet"))
                .isEqualTo(1);
        assertThat(Path.of("gs:")).doesNotExist();
    }

    @Test
    void plans_ofTheRegression_areThoseOfItsTwoVersions() throws Exception {
        String digest = digestOf("checkout_invoices #7");
        assertThat(commands.run("fleet", "plans", digest, "--from", tables.toString()))
                .isZero();
        assertThat(commands.printed().get(1)).matches("checkout +1\\.42\\.0 .*");
        assertThat(commands.printed().get(2)).matches("checkout +1\\.43\\.0 .*");
        assertThat(commands.printed())
                .contains("  Seq Scan on checkout_invoices")
                .contains("  Index Scan using checkout_invoices_pkey on checkout_invoices");
        assertThat(commands.run("fleet", "plans", "00", "--from", tables.toString()))
                .isEqualTo(1);
        assertThat(commands.errors()).contains("no plans known");
    }

    @Test
    void origins_ofTheFleet_addUpToItsStatements() throws Exception {
        Map<List<String>, long[]> plain = new HashMap<>();
        PlainMerge.of(files)
                .forEach((statement, sums) -> sums.origins.forEach((origin, own) -> {
                    long[] all = plain.computeIfAbsent(List.of(statement.service(), origin), k -> new long[2]);
                    all[0] += own[0];
                    all[1] += own[1];
                }));
        plain.values().removeIf(own -> own[0] == 0 && own[1] == 0);
        try (FleetViews views = FleetViews.open(new ParquetDirectory(tables))) {
            List<Listing.Row> rows = rows(views, TopOrder.ORIGIN, TopFilter.ALL);
            assertThat(rows).hasSize(plain.size()).hasSizeGreaterThan(60);
            for (Listing.Row row : rows) {
                Object origin = row.names().get("origin");
                String service = String.valueOf(row.names().get("service"));
                assertThat(plain.get(List.of(service, origin == null ? "" : origin.toString())))
                        .containsExactly(row.figures().count(), row.figures().nanos());
            }
            assertThat(sum(rows, Figure.COUNT))
                    .isEqualTo(views.database().number("SELECT sum(executions)::BIGINT FROM statements"));
            assertThat(sum(rows, Figure.ERRORS))
                    .isEqualTo(views.database().number("SELECT sum(errors)::BIGINT FROM statements"));
            assertThat(sum(rows, Figure.REPEATED))
                    .isEqualTo(views.database().number("SELECT sum(repeated_executions)::BIGINT FROM statements"));
        }
    }

    private static List<Listing.Row> rows(FleetViews views, TopOrder order, TopFilter filter) {
        FleetReports reports = new FleetReports(views, FleetFilter.ALL);
        return new Top(order, filter, TimeSpan.ALL, true, 100_000)
                .tables(taker -> reports.forEachOnce(false, taker)).stream()
                        .flatMap(table -> table.rows().stream())
                        .toList();
    }

    private static long sum(List<Listing.Row> rows, Figure figure) {
        return rows.stream().mapToLong(row -> (Long) row.figures().get(figure)).sum();
    }

    @Test
    void top_byOriginAndOfOne_namesHandlersAndTheirStatements() {
        assertThat(commands.run(
                        "fleet", "top", "--by", "origin", "--limit", "3", "--wide", "--from", tables.toString()))
                .isZero();
        assertThat(commands.printed()).hasSize(6);
        assertThat(commands.printed().get(1)).matches("service +origin +time +share +count.*statements");
        assertThat(commands.printed()).anyMatch(line -> line.matches("[a-z]+ +GET /[a-z].*"));
        assertThat(commands.run("fleet", "top", "--origin", "checkout-nightly", "--json", "--from", tables.toString()))
                .isZero();
        assertThat(commands.printed())
                .singleElement()
                .asString()
                .contains("\"origin\":\"checkout-nightly\",\"digest\":\"");
        assertThat(commands.run("fleet", "top", "--by", "repetitions", "--limit", "2", "--from", tables.toString()))
                .isZero();
        assertThat(commands.printed()).hasSize(5);
        assertThat(commands.printed().get(1))
                .matches("service +digest +statement +origin +repeated +share +transactions +most +time");
        assertThat(commands.run("fleet", "top", "--by", "p99", "--origin", "x", "--from", tables.toString()))
                .isEqualTo(1);
        assertThat(commands.errors()).contains("not known by origin: --by=p99");
    }

    @Test
    void spentOrigins_ofAUser_addUpToWhatHeSpent() throws Exception {
        Map<List<String>, Long> plain = PlainMerge.spentBy("acme", files);
        try (FleetViews views = FleetViews.open(new ParquetDirectory(tables))) {
            List<Listing.Row> rows = rows(views, TopOrder.ORIGIN, new TopFilter("acme", "", "", "", "", ""));
            assertThat(rows).hasSize(plain.size()).hasSizeGreaterThan(5);
            for (Listing.Row row : rows) {
                Object origin = row.names().get("origin");
                String service = String.valueOf(row.names().get("service"));
                assertThat(row.figures().count())
                        .isEqualTo(plain.get(List.of(service, origin == null ? "" : origin.toString())));
            }
            String spent = " FROM spending WHERE service = 'checkout' AND \"user\" = 'acme'";
            assertThat(sum(rows, Figure.COUNT))
                    .isEqualTo(views.database().number("SELECT sum(executions)::BIGINT" + spent));
            double millionths = views.database().number("SELECT round(sum(ru) * 1000000)::BIGINT" + spent);
            assertThat(rows.stream()
                                    .mapToDouble(row -> (Double) row.figures().get(Figure.RU))
                                    .sum()
                            * 1_000_000)
                    .isCloseTo(millionths, within(1.0));
        }
        String[] question = {"fleet", "top", "--by", "origin", "--user", "acme", "--limit", "3", "--from"};
        assertThat(commands.run(with(question, tables.toString()))).isZero();
        assertThat(commands.printed()).hasSize(6);
        assertThat(commands.printed().get(0)).contains(", by origin; estimate: ");
        assertThat(commands.printed().get(1)).matches("service +origin +RU +share +time +count +avg");
        assertThat(commands.printed()).anyMatch(line -> line.matches("[a-z]+ +GET /[a-z].* % .*"));
        assertThat(commands.run(with(question, tables.toString(), "--json"))).isZero();
        assertThat(commands.printed()).singleElement().asString().contains("\"ruUnknown\":");
        assertThat(commands.run(with(question, tables.toString(), "--until", "2020-01-01")))
                .isEqualTo(1);
        assertThat(commands.errors()).contains("tollbooth.topru.by-origin=on");
    }

    private static String[] with(String[] words, String... more) {
        return Stream.of(words, more).flatMap(Stream::of).toArray(String[]::new);
    }

    private String digestOf(String statement) throws Exception {
        try (FleetViews views = FleetViews.open(new ParquetDirectory(tables))) {
            return views.names().entrySet().stream()
                    .filter(each -> each.getValue().endsWith(statement))
                    .findFirst()
                    .orElseThrow()
                    .getKey();
        }
    }
}
