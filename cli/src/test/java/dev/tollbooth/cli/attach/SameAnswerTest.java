package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.cli.report.SameRows;
import dev.tollbooth.cli.report.SameRows.Case;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.statement.StatementSnapshot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same statements, whose figures are known in part, in each output: all give the same answer. */
class SameAnswerTest {

    @TempDir
    private Path directory;

    private final Map<Case, String> answers = new EnumMap<>(Case.class);
    private DrivenInstance instance;
    private ObjectName bean;

    @BeforeEach
    void count() throws Exception {
        instance = new DrivenInstance(ItemInterval.SECONDS_60);
        bean = new ObjectName("dev.tollbooth:type=Statements,instance=default");
    }

    @AfterEach
    void close() throws Exception {
        instance.close();
    }

    private void counted() {
        SameRows.count(instance.counted(), directory);
    }

    private static String orNull(Object value) {
        return value == null || value.equals("") ? "null" : value.toString();
    }

    private void add(String digest, Object ru, Object source, Object changed, Object unknown) {
        answers.put(Case.of(digest), orNull(ru) + " " + orNull(source) + " " + orNull(changed) + " " + orNull(unknown));
    }

    private void add(String digest, JsonObject row) {
        List<Object> values = new ArrayList<>();
        for (Figure figure : List.of(Figure.RU, Figure.ROWS_CHANGED, Figure.ROWS_UNKNOWN)) {
            JsonElement value = row.get(figure.key());
            values.add(value.isJsonNull() ? null : value.getAsNumber());
        }
        JsonElement source = row.get("ruSource");
        add(digest, values.get(0), source.isJsonNull() ? null : source.getAsString(), values.get(1), values.get(2));
    }

    private void check() {
        assertThat(answers).hasSize(Case.values().length);
        answers.forEach((each, answer) -> assertThat(answer).as(each.name()).isEqualTo(each.answer()));
    }

    @Test
    void snapshotOfTheEngine() {
        counted();
        for (StatementSnapshot row : instance.counted().list()) {
            add(row.digestHex(), row.sumRu(), row.ruSource(), row.rowsAffected(), row.rowsUnknown());
        }
        check();
    }

    @Test
    void figuresOfTheEngine() {
        counted();
        for (StatementSnapshot row : instance.counted().list()) {
            Figures figures = Figures.of(row);
            add(
                    row.digestHex(),
                    figures.get(Figure.RU),
                    figures.ruSource(),
                    figures.get(Figure.ROWS_CHANGED),
                    figures.get(Figure.ROWS_UNKNOWN));
        }
        check();
    }

    private void addRows(Object table) {
        for (CompositeData row : RunningJvm.rows(table)) {
            add(
                    (String) row.get("digest"),
                    row.get("SUM_RU"),
                    row.get("RU_SOURCE"),
                    row.get("SUM_ROWS_AFFECTED"),
                    row.get("ROWS_UNKNOWN"));
        }
    }

    @Test
    void mbean() throws Exception {
        counted();
        addRows(instance.server().getAttribute(bean, "Top"));
        check();
    }

    @Test
    void mbeanSinceAReaderBegan() throws Exception {
        Object[] reader = {"reader"};
        String[] signature = {String.class.getName()};
        instance.server().invoke(bean, "since", reader, signature);
        counted();
        addRows(instance.server().invoke(bean, "since", reader, signature));
        check();
    }

    @Test
    void sqlTable() throws Exception {
        counted();
        try (Connection connection = instance.tables.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT digest, sum_ru, ru_source, sum_rows_affected,"
                        + " rows_unknown FROM performance_schema.events_statements_summary_by_digest")) {
            while (rows.next()) {
                add(rows.getString(1), rows.getObject(2), rows.getString(3), rows.getObject(4), rows.getObject(5));
            }
        }
        check();
    }

    @Test
    void attachTop() throws Exception {
        counted();
        String json = Invocation.of("", "attach", instance.url(), "top", "--json")
                .out()
                .get(0);
        JsonParser.parseString(json)
                .getAsJsonObject()
                .getAsJsonArray("instances")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .forEach(row -> add(row.getAsJsonObject().get("digest").getAsString(), row.getAsJsonObject()));
        check();
    }

    @Test
    void attachTopByEachInterval() throws Exception {
        try (RunningJvm jvm = RunningJvm.attach(instance.url())) {
            StatementWatch watch = StatementWatch.begin(jvm, bean, Figure.TIME, 20, 0);
            counted();
            watch.read(1_000_000_000L).table().rows().forEach(row -> {
                Figures figures = row.figures();
                add(
                        String.valueOf(row.names().get("digest")),
                        figures.get(Figure.RU),
                        figures.ruSource(),
                        figures.get(Figure.ROWS_CHANGED),
                        figures.get(Figure.ROWS_UNKNOWN));
            });
        }
        check();
    }

    @Test
    void topOfReportFiles() {
        counted();
        for (Case each : Case.values()) {
            String files = directory.resolve(each.name()).toString();
            String sum = Invocation.of("", "top", files, "--by", "service", "--json")
                    .out()
                    .get(0);
            add(each.digest().hex(), row(sum));
        }
        check();
    }

    private static JsonObject row(String listing) {
        return JsonParser.parseString(listing)
                .getAsJsonObject()
                .getAsJsonArray("rows")
                .get(0)
                .getAsJsonObject();
    }

    @Test
    void pageOfReportFiles() throws Exception {
        counted();
        for (Case each : Case.values()) {
            Path page = directory.resolve(each.name() + ".html");
            Invocation.of("", "report", directory.resolve(each.name()).toString(), "-o", page.toString());
            String html = Files.readString(page);
            int start = html.indexOf("{\"", html.indexOf("application/json"));
            String model = html.substring(start, html.indexOf("</script>", start));
            JsonObject row = JsonParser.parseString(model)
                    .getAsJsonObject()
                    .getAsJsonArray("statements")
                    .get(0)
                    .getAsJsonObject();
            add(each.digest().hex(), row);
        }
        check();
    }

    /** A comparison has request units of one execution, by side: only a statement of one source has them. */
    @Test
    void diffOfReportFiles() {
        counted();
        Map<Case, String> told = new EnumMap<>(Case.class);
        for (Case each : Case.values()) {
            String files = directory.resolve(each.name()).toString();
            String middle = "2025-11-21T10:01:00Z";
            String json = Invocation.of(
                            "", "diff", files, "--before", ".." + middle, "--after", middle + "..", "--json")
                    .out()
                    .get(0);
            JsonObject after = JsonParser.parseString(json)
                    .getAsJsonObject()
                    .getAsJsonArray("statements")
                    .get(0)
                    .getAsJsonObject()
                    .getAsJsonObject("after");
            told.put(each, after.get("avgRu").toString());
        }
        assertThat(told)
                .containsEntry(Case.TOLD, "5.0")
                .containsEntry(Case.TWO_SOURCES, "null")
                .containsEntry(Case.NOT_TOLD, "null")
                .containsEntry(Case.ROWS_NOT_SAID, "null");
    }

    /** Summaries differ, so each statement has series of its own. */
    @Test
    void metrics() throws Exception {
        counted();
        String text = (String) instance.server().invoke(bean, "prometheus", new Object[0], new String[0]);
        assertThat(text.lines().filter(line -> line.startsWith("tollbooth_statement_request_units_total")))
                .singleElement()
                .asString()
                .contains("\"SELECT TOLD\"")
                .endsWith(" 7.5");
    }
}
