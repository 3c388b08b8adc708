package dev.tollbooth.fleet.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.fleet.FleetCommands;
import dev.tollbooth.fleet.parquet.ParquetDirectory;
import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that figures which no report has are null in a fleet, too: for a statement without room in the table, and for
 * drivers that report no rows.
 */
final class UnknownFiguresTest {

    private static final long START = 1_763_719_200;
    private static final Sha256 BEYOND = digest(1);
    private static final Sha256 SILENT = digest(2);
    private static final Sha256 PARTLY = digest(3);

    @TempDir
    private Path directory;

    private String tables;
    private final FleetCommands commands = new FleetCommands();

    private static Sha256 digest(int filler) {
        byte[] bytes = new byte[Sha256.BYTES];
        Arrays.fill(bytes, (byte) filler);
        return Sha256.of(bytes);
    }

    private static RuRecord spent(Sha256 digest, double ru) {
        return new RuRecord(
                RecordScope.STATEMENT,
                "H2/shop",
                "hint",
                "web",
                digest,
                Sha256.NONE,
                List.of(new RuItem(START, ru, 4, 8_000_000, 0, 0)));
    }

    private static StatementRecord counted(Sha256 digest, Long rowsAffected, long rowsUnknown) {
        return new StatementRecord(
                "shop",
                digest,
                "",
                "",
                4,
                0,
                Map.of(),
                0,
                rowsAffected,
                rowsUnknown,
                0,
                8_000_000,
                2_000_000,
                0,
                12,
                "hint",
                0,
                0,
                false,
                HistogramSnapshot.of(LatencyBuckets.index(2_000_000), new long[] {4}),
                0,
                0,
                0,
                "",
                List.of(),
                List.of(),
                Map.of());
    }

    @BeforeEach
    void export() {
        Path files = directory.resolve("reports");
        tables = directory.resolve("fleet").toString();
        try (ReportFileSink sink = new ReportFileSink(
                ReportFileOptions.of(files, ReportResource.ofInstance("default"), 1L << 30), new DropCounters())) {
            sink.accept(new Report(
                    "default",
                    "boot",
                    1,
                    new Window(
                            START,
                            START + 60,
                            60,
                            List.of(spent(BEYOND, 12), spent(SILENT, 6), spent(PARTLY, 3)),
                            List.of()),
                    List.of(),
                    List.of(),
                    List.of(counted(SILENT, null, 4), counted(PARTLY, 7L, 2)),
                    null,
                    Map.of(),
                    List.of()));
        }
        assertThat(commands.run("export", files.toString(), "--parquet", tables))
                .as(commands.errors())
                .isZero();
    }

    @Test
    void top_ofFiguresThatNoReportSays_hasNullAndDashes() {
        assertThat(commands.run("fleet", "top", "--json", "--from", tables)).isZero();
        String[] rows = commands.printed().get(0).split("\\{\"kind\"");
        assertThat(rows).hasSize(4);
        assertThat(rows[1]).contains(BEYOND.hex(), "\"p99Nanos\":null", "\"errors\":null", "\"rows\":null");
        assertThat(rows[2]).contains(SILENT.hex(), "\"errors\":0", "\"rows\":null");
        assertThat(rows[3]).contains(PARTLY.hex(), "\"errors\":0", "\"rows\":7");
        assertThat(commands.run("fleet", "top", "--wide", "--from", tables)).isZero();
        assertThat(commands.printed().get(2)).matches(".* - +- +- +- +- .*");
        assertThat(commands.printed().get(3)).matches(".* 0 +- .*");
        assertThat(commands.printed().get(4)).matches(".* 0 +7 .*");
        assertThat(commands.run("fleet", "top", "--by", "service", "--json", "--from", tables))
                .isZero();
        assertThat(commands.printed()).singleElement().asString().contains("\"rows\":7");
    }

    @Test
    void statements_inParquet_areNullWhereNotKnown() throws Exception {
        Map<String, String> rows = new TreeMap<>();
        try (FleetViews views = FleetViews.open(new ParquetDirectory(Path.of(tables)));
                Statement statement = views.database().connection().createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT digest, rows_affected, rows_unknown, client_bytes FROM statements")) {
            while (found.next()) {
                rows.put(
                        found.getString(1).substring(0, 2),
                        found.getObject(2) + " " + found.getObject(3) + " " + found.getObject(4));
            }
        }
        assertThat(rows).isEqualTo(Map.of("02", "null 4 null", "03", "7 2 null"));
    }
}
