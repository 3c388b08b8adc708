package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlItem;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that unknown figures are null in JSON and a dash in text, never 0. */
class UnknownFiguresTest {

    private static final long MILLI = 1_000_000;
    private static final Sha256 BEYOND = ReportFixture.digest(1);
    private static final Sha256 SILENT = ReportFixture.digest(2);
    private static final Sha256 PARTLY = ReportFixture.digest(3);

    @TempDir
    private Path directory;

    private JsonObject section(String... more) {
        List<String> arguments = new ArrayList<>(List.of("top", "--json", directory.toString()));
        arguments.addAll(List.of(more));
        return JsonParser.parseString(Invocation.of("", arguments.toArray(String[]::new))
                        .out()
                        .get(0))
                .getAsJsonObject();
    }

    private static List<String> ru(JsonObject section) {
        List<String> rows = new ArrayList<>();
        for (JsonElement each : section.getAsJsonArray("rows")) {
            JsonObject row = each.getAsJsonObject();
            rows.add(row.get("users") + " " + row.get("ru") + " " + row.get("sharePercent"));
        }
        return rows;
    }

    /** Executes on H2 with a report file and without request units. */
    private void runWithoutRu() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("ru.source", "off")
                        .setting("report.dir", directory.toString())
                        .build();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1").close();
        }
    }

    @Test
    void top_ofRuSourceOff_isNullInJson() throws Exception {
        runWithoutRu();
        JsonObject section = section();
        assertThat(ru(section)).containsExactly("[] null 100.0");
        JsonObject row = section.getAsJsonArray("rows").get(0).getAsJsonObject();
        assertThat(row.get("ruSource").isJsonNull()).isTrue();
        assertThat(row.get("count").getAsLong()).isEqualTo(1);
    }

    @Test
    void topAndCat_ofRuSourceOff_haveADashOrNothing() throws Exception {
        runWithoutRu();
        List<String> text = Invocation.of("", "top", directory.toString()).out();
        // a column without any value is left out, and the rows are ordered by a known figure
        assertThat(text.get(0)).startsWith("1 report, ").endsWith(", by time; request units not known");
        assertThat(text.get(1)).doesNotContain("RU");
        assertThat(text.get(2)).matches(" +[0-9a-f]{8} +\\S+ \\S+ +100[.]0 % +1 .*");
        assertThat(text.get(3)).isEqualTo("  select ?");
        assertThat(Invocation.of("", "cat", directory.toString()).out())
                .singleElement()
                .asString()
                .contains("\"execCount\":\"1\"")
                .doesNotContain("totalRu", "ruSource");
    }

    @Test
    void top_ofASourceThatToldOneUserOnly_knowsThatOne() {
        List<RuRecord> records = List.of(
                record("told", new RuItem(ReportFixture.START, 6, 2, 5, 1, 0)),
                record("free", new RuItem(ReportFixture.START, 0, 2, 5, 1, 0)),
                record("unknown", new RuItem(ReportFixture.START, 0, 2, 5, 1, 1)));
        try (ReportFileSink sink = new ReportFileSink(
                ReportFileOptions.of(directory, ReportResource.ofInstance("default"), 1L << 30), new DropCounters())) {
            sink.accept(new Report(
                    "default",
                    "boot",
                    1,
                    new Window(ReportFixture.START, ReportFixture.START + 60, 60, records, List.of()),
                    List.of(),
                    List.of(),
                    List.of(),
                    null,
                    Map.of(),
                    List.of()));
        }
        assertThat(ru(section()))
                .containsExactly("[\"told\"] 6.0 100.0", "[\"free\"] 0.0 0.0", "[\"unknown\"] null null");
        assertThat(Invocation.of("", "top", directory.toString()).out())
                .anyMatch(line -> line.matches("free .* 0[.]00 +0[.]0 % .*"))
                .anyMatch(line -> line.matches("unknown .* - +- .*"));
    }

    @Test
    void plansAndCpuTime_thatNobodyTells_areLeftOut() {
        SqlItem item = new SqlItem(ReportFixture.START, 2, 5, 0);
        SqlRecord duration = new SqlRecord("H2/shop", ReportFixture.digest(0x11), Sha256.NONE, List.of(item));
        List<RuRecord> records = List.of(record("web", new RuItem(ReportFixture.START, 6, 2, 5, 0, 0)));
        try (ReportFileSink sink = ReportFixture.sink(directory)) {
            sink.accept(new Report(
                    "default",
                    "boot",
                    1,
                    new Window(ReportFixture.START, ReportFixture.START + 60, 60, records, List.of(duration)),
                    List.of(),
                    List.of(),
                    List.of(),
                    null,
                    Map.of(),
                    List.of()));
        }
        assertThat(out("cat").get(0)).contains("topSqlRecords").doesNotContain("planDigest", "cpuTimeMs");
        assertThat(out("top", "--json").get(0)).contains("\"plans\":[]");
    }

    private static RuRecord record(String user, RuItem item) {
        return new RuRecord(
                RecordScope.STATEMENT, "H2/shop", "hint", user, ReportFixture.digest(0x11), Sha256.NONE, List.of(item));
    }

    private static RuRecord spent(Sha256 digest, double ru, long unknown) {
        RuItem item = new RuItem(ReportFixture.START, ru, 4, 8 * MILLI, unknown, 0);
        return new RuRecord(RecordScope.STATEMENT, "H2/shop", "hint", "web", digest, Sha256.NONE, List.of(item));
    }

    /** Returns the window's four executions; for {@code rowsUnknown} of them the driver did not report the rows. */
    private static StatementRecord counted(Sha256 digest, Long rowsAffected, long rowsUnknown, HistogramSnapshot of) {
        return new StatementRecord(
                "shop",
                digest,
                "",
                "",
                4,
                3,
                Map.of(ErrorClass.CONSTRAINT, 3L),
                0,
                rowsAffected,
                rowsUnknown,
                0,
                8 * MILLI,
                of.total() == 0 ? 0 : 2 * MILLI,
                0,
                12,
                "hint",
                0,
                0,
                false,
                of,
                0,
                0,
                0,
                "",
                List.of(),
                List.of(),
                Map.of());
    }

    /**
     * Writes the reports of three statements: one without room in the table, one whose driver never reports rows, and
     * one whose driver reports them every other time.
     */
    private void writeThreeStatements() {
        HistogramSnapshot latencies = HistogramSnapshot.of(LatencyBuckets.index(2 * MILLI), new long[] {4});
        List<RuRecord> records = List.of(spent(BEYOND, 12, 0), spent(SILENT, 6, 0), spent(PARTLY, 3, 0));
        List<StatementRecord> statements = List.of(
                counted(SILENT, null, 4, latencies),
                counted(PARTLY, 7L, 2, latencies),
                counted(Sha256.NONE, null, 4, latencies));
        try (ReportFileSink sink = ReportFixture.sink(directory)) {
            sink.accept(ReportFixture.report("boot", 0, records, statements));
        }
    }

    private List<String> out(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add(directory.toString());
        return Invocation.of("", all.toArray(String[]::new)).out();
    }

    private static JsonObject statement(JsonObject section, Sha256 digest) {
        for (JsonElement each : section.getAsJsonArray("rows")) {
            JsonObject row = each.getAsJsonObject();
            if (row.get("digest").getAsString().equals(digest.hex())) {
                return row;
            }
        }
        throw new AssertionError("no row: digest=" + digest);
    }

    @Test
    void json_ofAStatementBeyondTheTable_isNullForAllThatTheTableKnows() {
        writeThreeStatements();
        JsonObject beyond = statement(section(), BEYOND);
        assertThat(beyond.get("measured").getAsLong()).isZero();
        for (String figure : List.of(
                "p50Nanos",
                "p95Nanos",
                "p99Nanos",
                "p999Nanos",
                "maxNanos",
                "errors",
                "errorsByClass",
                "rows",
                "rowsUnknown",
                "allocatedBytes",
                "firstSec",
                "lastSec")) {
            assertThat(beyond.get(figure).isJsonNull()).as(figure).isTrue();
        }
        assertThat(out("top", "--json").get(0)).doesNotContain(String.valueOf(Long.MAX_VALUE));
    }

    @Test
    void json_ofRowsThatTheDriverDoesNotSay_isNullOrTheSumOfThoseItSays() {
        writeThreeStatements();
        JsonObject silent = statement(section(), SILENT);
        assertThat(silent.get("rows").isJsonNull()).isTrue();
        assertThat(silent.get("rowsUnknown").getAsLong()).isEqualTo(4);
        assertThat(silent.get("errors").getAsLong()).isEqualTo(3);
        assertThat(silent.get("allocatedBytes").isJsonNull()).isTrue();
        JsonObject partly = statement(section(), PARTLY);
        assertThat(partly.get("rows").getAsLong()).isEqualTo(7);
        assertThat(partly.get("rowsUnknown").getAsLong()).isEqualTo(2);
    }

    @Test
    void textAndCsv_ofUnknownFigures_haveADash() {
        writeThreeStatements();
        List<String> text = out("top", "--wide");
        List<String> titles = cells(text.get(1));
        Map<String, String> beyond = row(titles, text, "01010101");
        for (String figure : List.of("P50", "P95", "P99", "P999", "max", "errors", "rows")) {
            assertThat(beyond.get(figure)).as("text, %s", figure).isEqualTo("-");
        }
        assertThat(row(titles, text, "02020202")).containsEntry("rows", "-").containsEntry("errors", "3");
        assertThat(row(titles, text, "03030303")).containsEntry("rows", "7");

        List<String> csv = out("top", "--csv");
        List<String> names = List.of(csv.get(0).split(",", -1));
        List<String> values = List.of(csv.get(1).split(",", -1));
        assertThat(values.get(names.indexOf("digest"))).startsWith("01010101");
        for (String figure : List.of(
                "p50Nanos",
                "p95Nanos",
                "p99Nanos",
                "p999Nanos",
                "maxNanos",
                "errors",
                "rows",
                "allocatedBytes",
                "firstSec",
                "lastSec")) {
            assertThat(values.get(names.indexOf(figure))).as("CSV, %s", figure).isEqualTo("-");
        }
        values = List.of(csv.get(2).split(",", -1));
        assertThat(values.get(names.indexOf("rows"))).isEqualTo("-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"errors", "rows", "memory", "max"})
    void top_orderedByAFigure_givesNoShareOfWhatIsNotKnown(String order) {
        writeThreeStatements();
        try (ReportFileSink sink = ReportFixture.sink(directory)) {
            sink.accept(ReportFixture.report("later", 1, List.of(spent(BEYOND, 1, 0)), List.of()));
        }
        for (String line : out("top", "--by", order)) {
            if (line.contains("02020202") && !order.equals("errors") && !order.equals("max")) {
                assertThat(cells(line)).contains("-").doesNotContain("0.0 %");
            }
        }
        assertThat(section("--by", order).toString()).doesNotContain(String.valueOf(Long.MAX_VALUE));
    }

    @Test
    void sendersAndCat_ofRowsThatTheDriverDoesNotSay_leaveThemUnknown() {
        try (ReportFileSink sink = ReportFixture.sink(directory)) {
            HistogramSnapshot none = HistogramSnapshot.EMPTY;
            sink.accept(ReportFixture.report("boot", 0, List.of(), List.of(counted(SILENT, null, 4, none))));
        }
        assertThat(out("top", "--by", "service", "--json").get(0))
                .contains("\"p95Nanos\":null", "\"p99Nanos\":null", "\"errors\":3", "\"rows\":null");
        assertThat(cells(out("top", "--by", "service").get(2))).contains("-");
        assertThat(out("cat").get(0))
                .contains("\"rowsUnknown\":\"4\"")
                .doesNotContain("rowsAffected", "allocatedBytes");
    }

    private static List<String> cells(String line) {
        return List.of(line.trim().split(" {2,}"));
    }

    private static Map<String, String> row(List<String> titles, List<String> text, String digest) {
        List<String> cells = cells(
                text.stream().filter(line -> line.contains(digest)).findFirst().orElseThrow());
        Map<String, String> row = new TreeMap<>();
        for (int i = 0; i < Math.min(titles.size(), cells.size()); i++) {
            row.put(titles.get(i), cells.get(i));
        }
        return row;
    }
}
