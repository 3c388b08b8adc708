package dev.tollbooth.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.report.GoldenReports;
import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.report.SameRows;
import dev.tollbooth.cli.report.Top;
import dev.tollbooth.cli.report.TopFilter;
import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.fleet.query.FleetFilter;
import dev.tollbooth.fleet.query.FleetReports;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.proto.v1.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests request units of one source, of two, unknown, and of a source that has changed, in every output of the same
 * reports.
 */
class RuSourcesOfFleetTest {

    @TempDir
    private Path directory;

    private Path files;
    private Path tables;

    @BeforeEach
    void export() throws Exception {
        files = Files.createDirectory(directory.resolve("reports"));
        tables = directory.resolve("fleet");
        GoldenReports.write(files);
        new FleetCommands().run("export", files.toString(), "--parquet", tables.toString());
    }

    private static String ru(Figures figures) {
        return figures.get(Figure.RU) + " " + figures.ruSource();
    }

    private static Map<String, String> byService(Consumer<ObjLongConsumer<Report>> reports) {
        Map<String, String> found = new TreeMap<>();
        Top top = new Top(TopOrder.SERVICE, TopFilter.ALL, TimeSpan.ALL, true, 10);
        for (Listing table : top.tables(reports)) {
            table.rows().forEach(row -> found.put(String.valueOf(row.names().get("service")), ru(row.figures())));
        }
        return found;
    }

    @Test
    void services_ofFilesAndOfAFleet_haveTheSameAnswer() throws Exception {
        Map<String, String> expected = Map.of("checkout", "null mixed", "catalog", "12.5 estimate");
        ReportFiles reports = new ReportFiles(List.of(files), System.err);
        assertThat(byService(taker -> reports.forEachOnce(report -> taker.accept(report, 1))))
                .isEqualTo(expected);
        try (FleetViews views = FleetViews.open(new ParquetDirectory(tables))) {
            FleetReports fleet = new FleetReports(views, FleetFilter.ALL);
            assertThat(byService(taker -> fleet.forEachOnce(false, taker))).isEqualTo(expected);
        }
    }

    @Test
    void statements_ofAPageOfFilesAndOfAFleet_haveTheSameAnswer() throws Exception {
        Map<String, String> expected =
                Map.of("11", "null mixed", "22", "null mixed", "33", "30.0 postgres", "", "null mixed");
        ReportFiles reports = new ReportFiles(List.of(files), System.err);
        Map<String, String> found = new TreeMap<>();
        PageModels.of(taker -> reports.forEach(taker), TimeSpan.ALL)
                .statements()
                .forEach(row -> found.put(begin(row.identity().digest()), ru(row.figures())));
        assertThat(found).isEqualTo(expected);
        found.clear();
        try (FleetViews views = FleetViews.open(new ParquetDirectory(tables))) {
            PageModels.of(new FleetReports(views, FleetFilter.ALL), TimeSpan.ALL)
                    .statements()
                    .forEach(row -> found.put(begin(row.identity().digest()), ru(row.figures())));
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void figures_thatAreKnownInPart_areThoseOfEachOtherOutlet() throws Exception {
        Path same = directory.resolve("same");
        SameRows.count(new StatementTable(StatementTableOptions.DEFAULT, () -> 0, new WallClock(0, 0)), same);
        for (SameRows.Case each : SameRows.Case.values()) {
            Path parquet = directory.resolve("parquet-" + each);
            new FleetCommands().run("export", same.resolve(each.name()).toString(), "--parquet", parquet.toString());
            try (FleetViews views = FleetViews.open(new ParquetDirectory(parquet))) {
                Figures figures = PageModels.of(new FleetReports(views, FleetFilter.ALL), TimeSpan.ALL)
                        .statements()
                        .get(0)
                        .figures();
                assertThat(ru(figures) + " " + figures.get(Figure.ROWS_CHANGED) + " "
                                + figures.get(Figure.ROWS_UNKNOWN))
                        .as(each.name())
                        .isEqualTo(each.answer());
            }
        }
    }

    private static String begin(String digest) {
        return digest.isEmpty() ? "" : digest.substring(0, 2);
    }
}
