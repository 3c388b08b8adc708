package dev.tollbooth.fleet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.fleet.FleetCommands;
import dev.tollbooth.fleet.parquet.Export.ExportSums;
import dev.tollbooth.fleet.query.FleetViews;
import dev.tollbooth.fleet.simulation.Simulation;
import dev.tollbooth.internal.file.FinishedReportFile;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExportTest {

    /** Three windows, before and after a full hour. */
    private static final Simulation SHAPE = new Simulation(4, 5, 3, Instant.parse("2026-11-24T09:58:00Z"), 3);

    @TempDir
    private Path directory;

    private Path files;
    private Path tables;
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

    @BeforeEach
    void simulate() throws IOException {
        files = directory.resolve("reports");
        tables = directory.resolve("fleet");
        SHAPE.write(files);
    }

    private ExportSums export(int batchRows, Path... from) throws Exception {
        ReportFiles reports = new ReportFiles(List.of(from), new PrintStream(errors, true, StandardCharsets.UTF_8));
        try (Export export = new Export(new ParquetDirectory(tables), batchRows)) {
            return export.run(reports);
        }
    }

    private List<Path> reportFiles() throws IOException {
        try (Stream<Path> found = Files.list(files)) {
            return found.sorted().toList();
        }
    }

    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> found = Files.walk(tables)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                contents.put(tables.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)) + "");
            }
        }
        return contents;
    }

    private Set<Path> folders() throws IOException {
        try (Stream<Path> found = Files.walk(tables)) {
            return found.filter(Files::isDirectory).map(tables::relativize).collect(Collectors.toSet());
        }
    }

    /** Returns rows and sums, which must not depend on the order of files. */
    private String figures() throws Exception {
        try (FleetDatabase database = FleetDatabase.open(256, directory.resolve("spill"))) {
            return database.text("SELECT string_agg(line, chr(10) ORDER BY line) FROM (SELECT day || ' ' || hour || ' '"
                    + " || boot_id || '/' || sequence || ' ' || count(*) || ' ' || sum(executions) || ' '"
                    + " || sum(list_sum(bucket_count)) AS line FROM read_parquet('" + tables
                    + "/statements/*/*/*.parquet', hive_partitioning = true) GROUP BY day, hour, boot_id, sequence)");
        }
    }

    @Test
    void run_ofTheSameFilesAgain_changesNoByte() throws Exception {
        assertThat(export(Export.ROWS_OF_A_BATCH, files))
                .hasToString("read=12 reports=12 known=0 statements=60 spending=" + 12 * (3 + 1 + 1 + 3 + 1)
                        + " origins=72" + " spending_origins=51" + " files=13");
        Map<String, String> before = contents();
        assertThat(before.keySet()).anyMatch(file -> file.startsWith("statements/day=2026-11-24/hour=10/part-"));
        ExportSums again = export(Export.ROWS_OF_A_BATCH, files);
        assertThat(again)
                .hasToString("read=12 reports=0 known=12 statements=0 spending=0 origins=0 spending_origins=0 files=0");
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void run_inSmallBatchesOutOfOrderAndTwice_givesTheSameFigures() throws Exception {
        export(Export.ROWS_OF_A_BATCH, files);
        String whole = figures();
        tables = directory.resolve("other");
        List<Path> all = reportFiles();
        export(7, all.get(2), all.get(0), all.get(2));
        export(7, all.get(3), all.get(1), all.get(0));
        assertThat(figures()).isEqualTo(whole);
        assertThat(whole.lines()).hasSize(12);
    }

    /** Tests a window that corrects time which an earlier one counted too much. */
    @Test
    void run_ofNegativeRequestUnits_keepsThem() throws Exception {
        files = Files.createDirectory(directory.resolve("corrected"));
        RuItem item = new RuItem(60, -0.25, 1, 0, 0, 0, Map.of("GET /cart", new RuItem(60, -0.5, 1, 0, 0, 0)));
        RuRecord record = new RuRecord(
                RecordScope.STATEMENT, "H2/shop", "estimate", "web", Sha256.NONE, Sha256.NONE, List.of(item));
        Window window = new Window(60, 120, 60, List.of(record), List.of());
        try (FinishedReportFile file = FinishedReportFile.begin(files, ReportResource.ofInstance("default"), 60_000)) {
            file.add(new Report(
                    "default", "boot", 1, window, List.of(), List.of(), List.of(), null, Map.of(), List.of()));
        }
        export(Export.ROWS_OF_A_BATCH, files);
        assertThat(requestUnits("spending")).isEqualTo("-0.25");
        assertThat(requestUnits("spending_origins")).isEqualTo("-0.5");
    }

    private String requestUnits(String table) throws Exception {
        try (FleetDatabase database = FleetDatabase.open(256, directory.resolve("spill"))) {
            return database.text("SELECT sum(ru) FROM read_parquet('" + tables + "/" + table + "/*/*/*.parquet')");
        }
    }

    /** Tests a locale with digits of its own, which must not appear in numbers for files and SQL. */
    @Test
    void run_inEachLocaleWithDigitsOfItsOwn_writesTheSameTables() throws Exception {
        export(Export.ROWS_OF_A_BATCH, files);
        String expected = figures();
        Set<Path> folders = folders();
        Map<Character, Locale> byZero = new TreeMap<>();
        for (Locale locale : Locale.getAvailableLocales()) {
            byZero.putIfAbsent(DecimalFormatSymbols.getInstance(locale).getZeroDigit(), locale);
        }
        assertThat(byZero).hasSizeGreaterThan(5);
        Locale before = Locale.getDefault();
        try {
            for (Locale locale : byZero.values()) {
                Locale.setDefault(locale);
                files = directory.resolve("reports-" + locale.toLanguageTag());
                SHAPE.write(files);
                tables = directory.resolve("fleet-" + locale.toLanguageTag());
                export(Export.ROWS_OF_A_BATCH, files);
                assertThat(figures()).as(locale.toLanguageTag()).isEqualTo(expected);
                assertThat(folders()).as(locale.toLanguageTag()).isEqualTo(folders);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void run_ofATornFile_namesItAndExportsTheRest() throws Exception {
        Path torn = reportFiles().get(1);
        byte[] bytes = Files.readAllBytes(torn);
        Files.write(torn, Arrays.copyOf(bytes, bytes.length - 10));
        FleetCommands commands = new FleetCommands();
        int exit = commands.run("export", files.toString(), "--parquet", tables.toString());
        assertThat(exit).isEqualTo(1);
        assertThat(commands.errors()).contains(torn.getFileName().toString());
        assertThat(commands.printed()).singleElement().asString().startsWith("read=11 reports=11 known=0");
        Files.write(torn, bytes);
        assertThat(export(Export.ROWS_OF_A_BATCH, files).rows(FleetTable.REPORTS))
                .isEqualTo(1);
    }

    @Test
    void open_afterAnExportWasKilledWhileItMoved_movesTheRest() throws Exception {
        export(Export.ROWS_OF_A_BATCH, files);
        Map<String, String> whole = contents();
        // back to the time when the list was written and no file was moved yet
        Path staging = tables.resolve(".export");
        List<String> places = whole.keySet().stream()
                .filter(file -> file.endsWith(".parquet"))
                .toList();
        StringBuilder moves = new StringBuilder();
        for (int i = 0; i < places.size(); i++) {
            Files.move(tables.resolve(places.get(i)), staging.resolve(Integer.toString(i)));
            moves.append(i).append(' ').append(places.get(i)).append('\n');
        }
        Files.writeString(staging.resolve("moves"), moves);
        assertThat(export(Export.ROWS_OF_A_BATCH, files).rows(FleetTable.REPORTS))
                .isZero();
        assertThat(contents()).isEqualTo(whole);
    }

    @Test
    void open_afterAnExportWasKilledBefore_leavesNothingOfIt() throws Exception {
        Files.createDirectories(tables.resolve(".export"));
        Files.writeString(tables.resolve(".export").resolve("0"), "half a file");
        Files.writeString(tables.resolve(".export").resolve("moves.draft"), "0 statements/x.parq");
        assertThat(export(Export.ROWS_OF_A_BATCH, files).rows(FleetTable.REPORTS))
                .isEqualTo(12);
        assertThat(contents().keySet())
                .filteredOn(file -> file.startsWith(".export"))
                .containsExactly(".export/lock");
    }

    @Test
    void open_whileAnotherWrites_isRefusedWithTheRemedy() throws Exception {
        try (Export first = new Export(new ParquetDirectory(tables), 10)) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> new Export(new ParquetDirectory(tables), 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("wait for its end");
        }
    }

    @Test
    void compact_ofManyExports_leavesOneFileAnHourTheSameFiguresAndKnowsEveryReport() throws Exception {
        for (Path file : reportFiles()) {
            export(7, file);
        }
        String whole = figures();
        long many = parquetFiles("statements");
        FleetCommands commands = new FleetCommands();
        assertThat(commands.run("fleet", "compact", tables.toString())).isZero();
        assertThat(commands.printed().get(0)).matches("files before=\\d+ after=12");
        assertThat(parquetFiles("statements")).isEqualTo(2).isLessThan(many);
        assertThat(figures()).isEqualTo(whole);
        Map<String, String> compacted = contents();
        assertThat(export(7, files))
                .hasToString("read=12 reports=0 known=12 statements=0 spending=0 origins=0 spending_origins=0 files=0");
        assertThat(commands.run("fleet", "compact", tables.toString())).isZero();
        assertThat(contents()).isEqualTo(compacted);
    }

    private long parquetFiles(String table) throws IOException {
        try (Stream<Path> found = Files.walk(tables.resolve(table))) {
            return found.filter(Files::isRegularFile).count();
        }
    }

    /** Tests files of builds with and without a column, side by side. */
    @Test
    void views_ofFilesThatLackAColumn_haveItAsNull() throws Exception {
        export(Export.ROWS_OF_A_BATCH, files);
        try (FleetDatabase database = FleetDatabase.open(256, directory.resolve("spill"))) {
            String older = tables + "/statements/day=2026-11-24/hour=08/";
            Files.createDirectories(Path.of(older));
            database.execute("COPY (SELECT * EXCLUDE (client_bytes) FROM read_parquet('" + tables
                    + "/statements/*/hour=10/*.parquet', hive_partitioning = false)) TO '" + older
                    + "part-0.parquet' (FORMAT parquet)");
        }
        try (FleetViews views = FleetViews.open(new ParquetDirectory(tables))) {
            assertThat(views.database()
                            .number("SELECT count(*) FROM statements WHERE hour = 8 AND client_bytes IS NULL"))
                    .isEqualTo(20);
            assertThat(views.database().number("SELECT count(*) FROM statements WHERE client_bytes IS NOT NULL"))
                    .isEqualTo(60);
        }
    }

    /** Tests a directory of builds without origins: all of its executions belong to no origin. */
    @Test
    void top_byOriginOfFilesFromBeforeOrigins_hasAllUnderNone() throws Exception {
        export(Export.ROWS_OF_A_BATCH, files);
        try (Stream<Path> found = Files.walk(tables.resolve("origins"))) {
            found.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
        try (FleetDatabase database = FleetDatabase.open(256, directory.resolve("spill"))) {
            for (String hour : List.of("09", "10")) {
                Path folder = tables.resolve("statements/day=2026-11-24/hour=" + hour);
                Path file;
                try (Stream<Path> found = Files.list(folder)) {
                    file = found.findFirst().orElseThrow();
                }
                database.execute("CREATE OR REPLACE TABLE older AS SELECT * EXCLUDE (max_per_transaction,"
                        + " repeated_transactions, repeated_executions) FROM read_parquet('" + file
                        + "', hive_partitioning = false)");
                database.execute("COPY older TO '" + file + "' (FORMAT parquet)");
            }
        }
        FleetCommands commands = new FleetCommands();
        assertThat(commands.run("fleet", "top", "--by", "origin", "--json", "--from", tables.toString()))
                .isZero();
        assertThat(commands.printed()).isNotEmpty().allMatch(line -> line.contains("\"origin\":null"));
        assertThat(commands.run("fleet", "compact", tables.toString())).isZero();
    }
}
