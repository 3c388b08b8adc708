package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What nobody knows is null or a question mark, never 0. */
class UnknownFiguresTest {

    @TempDir
    private Path directory;

    private JsonObject section() {
        return JsonParser.parseString(Invocation.of("", "top", "--json", directory.toString())
                        .out()
                        .get(0))
                .getAsJsonObject()
                .getAsJsonArray("sources")
                .get(0)
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
        assertThat(section.get("ruSource").isJsonNull()).isTrue();
        assertThat(section.get("totalRu").isJsonNull()).isTrue();
        assertThat(ru(section)).containsExactly("[] null null");
        JsonObject row = section.getAsJsonArray("rows").get(0).getAsJsonObject();
        assertThat(row.get("execCount").getAsLong()).isEqualTo(1);
    }

    @Test
    void topAndCat_ofRuSourceOff_haveAQuestionMarkOrNothing() throws Exception {
        runWithoutRu();
        List<String> text = Invocation.of("", "top", directory.toString()).out();
        assertThat(text.get(0)).startsWith("request units not known, 1 report, ");
        // no column that says nothing, and the order that is known
        assertThat(text.get(0)).endsWith(", by time");
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
        try (ReportFileSink sink = new ReportFileSink(ReportFileOptions.of(directory, "default"), new DropCounters())) {
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
        assertThat(section().get("totalRu").getAsDouble()).isEqualTo(6);
        assertThat(ru(section()))
                .containsExactly("[\"told\"] 6.0 100.0", "[\"free\"] 0.0 0.0", "[\"unknown\"] null null");
        assertThat(Invocation.of("", "top", directory.toString()).out())
                .anyMatch(line -> line.matches("free .* 0[.]00 +0[.]0 % .*"))
                .anyMatch(line -> line.matches("unknown .* [?] +- .*"));
    }

    private static RuRecord record(String user, RuItem item) {
        return new RuRecord(
                RecordScope.STATEMENT, "H2/shop", "hint", user, ReportFixture.digest(0x11), Sha256.NONE, List.of(item));
    }
}
