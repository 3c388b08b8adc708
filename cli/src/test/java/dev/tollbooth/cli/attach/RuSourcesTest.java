package dev.tollbooth.cli.attach;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.report.ItemInterval;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests request units of one source, of two, and of a source that has changed, in every output of a running instance.
 */
class RuSourcesTest {

    /** The expected request units by the number of executions, which differs between the statements. */
    private static final Map<Long, String> EXPECTED = Map.of(1L, "4.0 warning", 2L, "null mixed", 3L, "null mixed");

    private DrivenInstance instance;

    @BeforeEach
    void spend() throws Exception {
        instance = new DrivenInstance(ItemInterval.SECONDS_60);
        instance.spend("select 1", "warning", 4);
        instance.spend("select 2", "warning", 4);
        instance.spend("select 2", "postgres", 8);
        instance.spend("select 3", "warning", 4);
        instance.nextReports();
        instance.spend("select 3", "estimate", 8);
        instance.spend("select 3", "estimate", 8);
    }

    @AfterEach
    void close() throws Exception {
        instance.close();
    }

    @Test
    void mbean_ofTwoSources_isMixedAndNull() throws Exception {
        ObjectName bean = new ObjectName("dev.tollbooth:type=Statements,instance=default");
        Map<Long, String> found = new TreeMap<>();
        for (Object each : ((TabularData) instance.server().getAttribute(bean, "Top")).values()) {
            CompositeData row = (CompositeData) each;
            found.put((Long) row.get("COUNT_STAR"), row.get("SUM_RU") + " " + row.get("RU_SOURCE"));
            assertThat(row.get("AVG_RU") == null).isEqualTo(row.get("SUM_RU") == null);
        }
        assertThat(found).isEqualTo(EXPECTED);
    }

    @Test
    void sqlTable_ofTwoSources_isMixedAndNull() throws Exception {
        Map<Long, String> found = new TreeMap<>();
        try (Connection connection = instance.tables.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count_star, sum_ru, ru_source"
                        + " FROM performance_schema.events_statements_summary_by_digest")) {
            while (rows.next()) {
                found.put(rows.getLong(1), rows.getObject(2) + " " + rows.getString(3));
            }
        }
        assertThat(found).isEqualTo(EXPECTED);
    }

    @Test
    void users_ofAStatement_comeByRequestUnits_thoseOfTwoSourcesLast() throws Exception {
        instance.spend("select 4", "warning", "ann", 5);
        instance.spend("select 4", "estimate", "ann", 6);
        instance.spend("select 4", "warning", "bob", 1);
        instance.spend("select 4", "warning", "cyn", 7);
        instance.spend("select 4", "warning", "dan", 3);
        instance.nextReports();
        String json = Invocation.of("", "attach", instance.url(), "top", "--json")
                .out()
                .get(0);
        assertThat(json).contains("\"users\":[\"cyn\",\"dan\",\"bob\",\"ann\"]");
    }

    @Test
    void origins_ofAStatement_haveTheFiguresOfTheCatalogue() {
        Invocation origins = Invocation.of("", "attach", instance.url(), "top", "--by", "origin", "--json");
        for (Figure figure : Figure.OF_ORIGINS) {
            assertThat(origins.out().get(0)).contains('"' + figure.key() + '"');
        }
    }

    @Test
    void attach_ofTwoSources_isMixedAndNullAndLast() {
        Map<Long, String> found = new TreeMap<>();
        String json = Invocation.of("", "attach", instance.url(), "top", "--json")
                .out()
                .get(0);
        for (JsonElement each : JsonParser.parseString(json)
                .getAsJsonObject()
                .getAsJsonArray("instances")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("rows")) {
            JsonObject row = each.getAsJsonObject();
            found.put(
                    row.get("count").getAsLong(),
                    row.get("ru") + " " + row.get("ruSource").getAsString());
        }
        assertThat(found).isEqualTo(EXPECTED);
        assertThat(Invocation.of("", "attach", instance.url(), "top", "--by", "ru")
                        .out())
                .satisfies(
                        lines -> assertThat(lines.get(2)).contains("4.00"),
                        lines -> assertThat(lines.get(4)).contains("mixed"),
                        lines -> assertThat(lines.get(6)).contains("mixed"));
    }
}
