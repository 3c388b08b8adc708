package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.cli.report.SameAnswers;
import dev.tollbooth.cli.report.SameRows;
import dev.tollbooth.cli.report.SameRows.Case;
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

/** Tests statements with partly known figures in each output: all outputs agree. */
class SameAnswerTest {

    @TempDir
    private Path directory;

    private final SameAnswers answers = new SameAnswers();
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

    @Test
    void snapshotOfTheEngine() {
        counted();
        for (StatementSnapshot row : instance.counted().list()) {
            answers.add(row.digestHex(), row.sumRu(), row.ruSource(), row.rowsAffected(), row.rowsUnknown());
        }
        answers.check();
    }

    @Test
    void figuresOfTheEngine() {
        counted();
        for (StatementSnapshot row : instance.counted().list()) {
            answers.add(row.digestHex(), Figures.of(row));
        }
        answers.check();
    }

    private void addRows(Object table) {
        for (CompositeData row : RunningJvm.rows(table)) {
            answers.add(
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
        answers.check();
    }

    @Test
    void mbeanSinceAReaderBegan() throws Exception {
        Object[] reader = {"reader"};
        String[] signature = {String.class.getName()};
        instance.server().invoke(bean, "since", reader, signature);
        counted();
        addRows(instance.server().invoke(bean, "since", reader, signature));
        answers.check();
    }

    @Test
    void sqlTable() throws Exception {
        counted();
        try (Connection connection = instance.tables.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT digest, sum_ru, ru_source, sum_rows_affected,"
                        + " rows_unknown FROM performance_schema.events_statements_summary_by_digest")) {
            while (rows.next()) {
                answers.add(
                        rows.getString(1), rows.getObject(2), rows.getString(3), rows.getObject(4), rows.getObject(5));
            }
        }
        answers.check();
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
                .forEach(row -> answers.add(row.getAsJsonObject().get("digest").getAsString(), row.getAsJsonObject()));
        answers.check();
    }

    @Test
    void attachTopByEachInterval() throws Exception {
        try (RunningJvm jvm = RunningJvm.attach(instance.url())) {
            AttachedStatements watch = new AttachedStatements(jvm, bean, "time", 20, true);
            watch.read(0);
            counted();
            watch.read(1_000_000_000L)
                    .table()
                    .rows()
                    .forEach(row -> answers.add(String.valueOf(row.names().get("digest")), row.figures()));
        }
        answers.check();
    }

    @Test
    void topOfReportFiles() {
        counted();
        for (Case each : Case.values()) {
            String files = directory.resolve(each.name()).toString();
            String sum = Invocation.of("", "top", files, "--by", "service", "--json")
                    .out()
                    .get(0);
            answers.add(each.digest().hex(), row(sum));
        }
        answers.check();
    }

    /** Tests request units of users: there is a row for each source, but none if no source reports. */
    @Test
    void topOfAUserOfReportFiles() {
        counted();
        Map<Case, List<String>> told = new EnumMap<>(Case.class);
        for (Case each : Case.values()) {
            String files = directory.resolve(each.name()).toString();
            List<String> rows = new ArrayList<>();
            rows(Invocation.of("", "top", files, "--by", "ru", "--user", "web", "--json")
                            .out()
                            .get(0))
                    .forEach(row -> rows.add(row.getAsJsonObject().get("ru") + " "
                            + row.getAsJsonObject().get("ruSource")));
            told.put(each, rows);
        }
        assertThat(told)
                .containsEntry(Case.TOLD, List.of("7.5 \"postgres\""))
                .containsEntry(Case.TWO_SOURCES, List.of("4.0 \"estimate\"", "2.0 \"postgres\""))
                .containsEntry(Case.SOURCE_CHANGED, List.of("3.0 \"estimate\"", "3.0 \"postgres\""))
                .containsEntry(Case.NOT_TOLD, List.of("null null"))
                .containsEntry(Case.OFF, List.of("null null"));
    }

    private static JsonArray rows(String listing) {
        return JsonParser.parseString(listing).getAsJsonObject().getAsJsonArray("rows");
    }

    private static JsonObject row(String listing) {
        return rows(listing).get(0).getAsJsonObject();
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
            answers.add(each.digest().hex(), row);
        }
        answers.check();
    }

    /** Tests that a comparison has request units per execution for both sides, for statements with a single source. */
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

    /** Tests series, one for each statement, because the summaries differ. */
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
