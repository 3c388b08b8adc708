package dev.tollbooth.cli.attach;

import com.google.gson.JsonParser;
import dev.tollbooth.cli.Golden;
import dev.tollbooth.cli.Invocation;
import dev.tollbooth.cli.JsonSchema;
import dev.tollbooth.report.ItemInterval;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TimeZone;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the outputs of the MBeans, the SQL tables and {@code attach} for the same instance, whose clock is constant,
 * line by line.
 */
class GoldenInstanceTest {

    private static final List<String> ORDERS =
            List.of("time", "count", "avg", "p50", "p95", "p99", "p999", "max", "errors", "rows", "ru", "memory");

    private final TimeZone zone = TimeZone.getDefault();
    private DrivenInstance instance;

    @BeforeEach
    void open() throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        instance = new DrivenInstance(ItemInterval.SECONDS_60);
        instance.spend(3, 2);
        instance.nextReports();
        instance.spend(2, 3);
        instance.executeAll("web");
        instance.nextReports();
    }

    @AfterEach
    void close() throws Exception {
        instance.close();
        TimeZone.setDefault(zone);
    }

    private static List<String> lines(CompositeData row) {
        List<String> lines = new ArrayList<>();
        row.getCompositeType().keySet().forEach(column -> lines.add("  " + column + ": " + row.get(column)));
        lines.sort(null);
        return lines;
    }

    private static List<String> rows(TabularData table) {
        List<String> lines = new ArrayList<>();
        @SuppressWarnings("unchecked")
        Collection<CompositeData> rows = (Collection<CompositeData>) table.values();
        for (CompositeData row : rows) {
            lines.add("-");
            lines.addAll(lines(row));
        }
        return lines;
    }

    @Test
    void mbeans_ofTheInstance_haveTheTablesThatAreRecorded() throws Exception {
        MBeanServer server = instance.server();
        Golden golden = new Golden();
        for (String bean : List.of("Statements", "TopRU")) {
            ObjectName name = new ObjectName("dev.tollbooth:type=" + bean + ",instance=default");
            for (var attribute : server.getMBeanInfo(name).getAttributes()) {
                Object value = server.getAttribute(name, attribute.getName());
                if (value instanceof TabularData table) {
                    golden.add(bean + "." + attribute.getName() + ": " + attribute.getDescription(), rows(table));
                }
            }
            for (var operation : server.getMBeanInfo(name).getOperations()) {
                golden.add(bean + "." + operation.getName() + "(): " + operation.getDescription(), List.of());
            }
        }
        golden.matches("mbeans.txt");
    }

    @Test
    void sqlTables_ofTheInstance_haveTheRowsThatAreRecorded() throws Exception {
        Golden golden = new Golden();
        try (Connection connection = instance.tables.connect();
                Statement statement = connection.createStatement()) {
            List<String> tables = new ArrayList<>();
            try (ResultSet names = statement.executeQuery("SELECT table_schema || '.' || table_name FROM"
                    + " information_schema.tables WHERE lower(table_schema) = 'performance_schema' ORDER BY 1")) {
                while (names.next()) {
                    tables.add(names.getString(1));
                }
            }
            for (String table : tables) {
                golden.add("table " + table, rows(statement, table));
            }
        }
        golden.matches("sql-tables.txt");
    }

    @Test
    void metrics_ofTheInstance_haveTheSeriesThatAreRecorded() throws Exception {
        ObjectName name = new ObjectName("dev.tollbooth:type=Statements,instance=default");
        String text = (String) instance.server().invoke(name, "prometheus", new Object[0], new String[0]);
        List<String> lines = text.lines()
                .filter(line -> !line.contains("_bucket{") || line.contains("+Inf"))
                .toList();
        new Golden().add("metrics, without their buckets", lines).matches("metrics.txt");
    }

    private static List<String> rows(Statement statement, String table) throws Exception {
        List<String> lines = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT * FROM " + table + (table.contains("histogram") ? " WHERE count_bucket > 0" : ""))) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                lines.add(rows.getMetaData().getColumnName(i) + " "
                        + rows.getMetaData().getColumnTypeName(i));
            }
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    values.add(rows.getString(i));
                }
                lines.add(values.toString());
            }
        }
        return lines;
    }

    @Test
    void attach_byEachOrderInEachForm_printsWhatIsRecorded() throws Exception {
        Golden golden = new Golden();
        for (String order : ORDERS) {
            for (String form : List.of("--limit=20", "--limit=2", "--wide", "--json")) {
                Invocation result = Invocation.of("", "attach", instance.url(), "top", "--by", order, form);
                List<String> output = new ArrayList<>(result.out());
                if (form.equals("--json")) {
                    JsonParser.parseString(output.get(0))
                            .getAsJsonObject()
                            .getAsJsonArray("instances")
                            .forEach(each -> JsonSchema.assertListing(each.getAsJsonObject()));
                }
                result.err().forEach(line -> output.add("! " + line));
                golden.add("tollbooth attach URL top --by " + order + " " + form, output);
            }
        }
        golden.matches("attach.txt");
    }

    @Test
    void attachWatch_byEachOrder_printsTheRatesThatAreRecorded() throws Exception {
        Golden golden = new Golden();
        ObjectName bean = new ObjectName("dev.tollbooth:type=Statements,instance=default");
        try (RunningJvm jvm = RunningJvm.attach(instance.url())) {
            for (String order : ORDERS) {
                AttachedStatements watch = new AttachedStatements(jvm, bean, order, 4, true);
                watch.read(0);
                instance.executeAll("web");
                instance.spend(1, 4);
                golden.add(
                        "tollbooth attach URL top --watch --by " + order,
                        watch.read(2_000_000_000L).lines(140));
            }
        }
        golden.matches("attach-watch.txt");
    }
}
