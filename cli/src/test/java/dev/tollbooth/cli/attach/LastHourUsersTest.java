package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.cli.JsonSchema;
import dev.tollbooth.console.model.PageModel.SpenderFigures;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the users of the last hour have the same sums as in the reports. */
@Timeout(300)
class LastHourUsersTest {

    private static final int USERS = 500;
    private static final int STATEMENTS = 300;
    private static final int WINDOWS = 4;
    private static final String NOBODY = "nobody";

    /** The sums of a user. Request units are multiples of an eighth, so that sums are exact. */
    private record Sums(double ru, long executions, long nanos) {

        static final Sums NONE = new Sums(0, 0, 0);

        Sums plus(double moreRu, long moreExecutions, long moreNanos) {
            return new Sums(ru + moreRu, executions + moreExecutions, nanos + moreNanos);
        }

        String shown() {
            return ru + " " + executions + " " + nanos;
        }
    }

    private static void add(Map<String, Sums> sums, String user, double ru, long executions, long nanos) {
        sums.put(user, sums.getOrDefault(user, Sums.NONE).plus(ru, executions, nanos));
    }

    private static Map<String, String> shown(Map<String, Sums> sums) {
        Map<String, String> shown = new TreeMap<>();
        sums.forEach((user, spent) -> shown.put(user, spent.shown()));
        return shown;
    }

    private static Map<String, String> reported(List<Report> reports) {
        Map<String, Sums> sums = new TreeMap<>();
        for (Report report : reports) {
            for (RuRecord row : report.window().ruRecords()) {
                String user = row.scope() == RecordScope.GLOBAL_OTHERS ? NOBODY : row.user();
                for (RuItem item : row.items()) {
                    add(sums, user, item.ru(), item.execCount(), item.execDurationNanos());
                }
            }
        }
        return shown(sums);
    }

    private static Map<String, String> selected(DrivenInstance instance) throws Exception {
        Map<String, Sums> sums = new TreeMap<>();
        try (var connection = instance.tables.connect();
                var statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT user_name, sum(sum_ru), sum(exec_count), sum(sum_exec_wait)"
                                + " FROM performance_schema.top_ru GROUP BY user_name")) {
            while (rows.next()) {
                String user = rows.getString(1);
                add(sums, user == null ? NOBODY : user, rows.getDouble(2), rows.getLong(3), rows.getLong(4) / 1_000);
            }
        }
        return shown(sums);
    }

    private static Map<String, String> managed(TabularData rows) {
        Map<String, Sums> sums = new TreeMap<>();
        for (Object each : rows.values()) {
            CompositeData row = (CompositeData) each;
            String user = (String) row.get("user");
            add(
                    sums,
                    user.equals("_others_") ? NOBODY : user,
                    (Double) row.get("ru"),
                    (Long) row.get("execCount"),
                    (Long) row.get("execDuration"));
        }
        return shown(sums);
    }

    private static Map<String, String> attached(DrivenInstance instance) {
        Invocation result = Invocation.of("", "attach", instance.url(), "users", "--json");
        assertThat(result.err()).isEmpty();
        JsonObject line = JsonParser.parseString(result.out().get(0)).getAsJsonObject();
        JsonSchema.assertListing(line);
        Map<String, Sums> sums = new TreeMap<>();
        for (JsonElement each : line.getAsJsonArray("rows")) {
            JsonObject row = each.getAsJsonObject();
            String user = row.get("user").getAsString();
            add(
                    sums,
                    user.equals("_others_") ? NOBODY : user,
                    row.get("ru").getAsDouble(),
                    row.get("count").getAsLong(),
                    row.get("timeNanos").getAsLong());
        }
        return shown(sums);
    }

    private static Map<String, String> onThePage(List<Report> reports) {
        ReportResource sender = new ReportResource("shop", "", "", "default", "host", 7, Map.of());
        List<SpenderFigures> spenders = PageModels.of(
                        taker -> reports.forEach(report -> taker.accept(RecordEncoder.fileReport(report, sender))),
                        TimeSpan.ALL)
                .spenders();
        Map<String, Sums> sums = new TreeMap<>();
        for (SpenderFigures each : spenders) {
            boolean isGlobal = each.identity().scope().equals("globalOthers");
            for (Figures spent : each.byBucket().values()) {
                add(
                        sums,
                        isGlobal ? NOBODY : each.identity().user(),
                        (Double) spent.get(Figure.RU),
                        spent.count(),
                        spent.nanos());
            }
        }
        return shown(sums);
    }

    @ParameterizedTest
    @EnumSource(
            value = ItemInterval.class,
            names = {"SECONDS_15", "SECONDS_60"})
    void users_500Of300StatementsInEachWindow_areThoseOfTheReportsInEveryOutlet(ItemInterval interval)
            throws Exception {
        try (DrivenInstance instance = new DrivenInstance(interval)) {
            List<Report> reports = new ArrayList<>();
            double spent = 0;
            for (int window = 0; window < WINDOWS; window++) {
                spent += instance.spend(USERS, STATEMENTS);
                reports.addAll(instance.nextReports());
            }
            Map<String, String> reported = reported(reports);
            assertThat(reports).hasSize(WINDOWS);
            assertThat(reported).hasSize(100 + 1).containsKey(NOBODY);
            assertThat(reports.stream()
                            .flatMap(report -> report.window().ruRecords().stream())
                            .flatMap(row -> row.items().stream())
                            .mapToDouble(RuItem::ru)
                            .sum())
                    .isEqualTo(spent);
            assertThat(onThePage(reports)).as("page").isEqualTo(reported);
            assertThat(managed(instance.users())).as("MBean Users").isEqualTo(reported);
            assertThat(attached(instance)).as("attach users").isEqualTo(reported);
            assertThat(selected(instance)).as("top_ru").isEqualTo(reported);
        }
    }
}
