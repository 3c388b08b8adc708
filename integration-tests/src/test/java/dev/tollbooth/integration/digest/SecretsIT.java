package dev.tollbooth.integration.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.metrics.SeriesChoice;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests statements with secrets of each product through Tollbooth, and searches all outputs for the secrets. */
final class SecretsIT {

    private static final int FEWEST = 500;
    private static final String NAME = "secrets";

    @Test
    void statements_withSecrets_showNoneInAnyOutput(@TempDir Path directory) throws Exception {
        Map<String, String> outputs = new LinkedHashMap<>();
        Path reports = Files.createDirectory(directory.resolve("reports"));
        Path events = directory.resolve("events.jfr");
        Log log = new Log();
        log.listen();
        try (Recording recording = new Recording();
                Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", NAME)
                        .setting("slow.threshold", StubDatabase.SLOW_MILLIS + "ms")
                        .setting("report.dir", reports.toString())
                        .setting("report.hlog", "on")
                        .build()) {
            recording.enable("dev.tollbooth.Statement").withoutThreshold(); // by itself 20 ms
            recording.start();
            try (AutoCloseable subscription = tollbooth.subscribe(
                    report -> outputs.merge("subscriber", report.toString(), String::concat),
                    ItemInterval.SECONDS_15)) {
                assertThat(subscription).isNotNull();
                int executed = 0;
                for (Map.Entry<String, List<String>> product :
                        PlantedSecrets.byProduct().entrySet()) {
                    execute(tollbooth, product.getKey(), product.getValue());
                    executed += product.getValue().size();
                }
                System.out.println("statements with secrets: " + executed);
                assertThat(executed).isGreaterThan(FEWEST);
                assertThat(tollbooth.statements().list()).hasSizeGreaterThan(FEWEST / 4);
                recording.dump(events);
                // otherwise the subscriber would have received nothing yet
                ManagementFactory.getPlatformMBeanServer()
                        .invoke(new ObjectName("dev.tollbooth:type=Reporter,instance=" + NAME), "flush", null, null);
                read(tollbooth, outputs);
            }
        } finally {
            log.end();
        }
        outputs.put("log", log.text());
        outputs.put("events", RecordingFile.readAllEvents(events).toString());
        readFiles(reports, outputs);
        System.out.println("searched: " + sizes(outputs));
        for (String output : List.of(
                "mbeans",
                "metrics",
                "snapshots",
                "subscriber",
                "table events_statements_summary_by_digest",
                "log",
                "reports")) {
            assertThat(outputs.keySet()).contains(output);
            assertThat(outputs.get(output).length()).as(output).isGreaterThan(1_000);
        }
        assertThat(outputs.get("events").length()).isGreaterThan(1_000);
        assertThat(leaks(outputs)).isEmpty();
    }

    private static void execute(Tollbooth tollbooth, String product, List<String> statements) throws SQLException {
        StubDatabase database = new StubDatabase(product);
        try (Connection connection = tollbooth.wrap(database.dataSource()).getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                for (int i = 0; i < 3; i++) {
                    try {
                        statement.execute(sql);
                    } catch (SQLException expected) {
                        assertThat(expected.getMessage()).isEqualTo("refused");
                    }
                }
            }
        }
    }

    private static void read(Tollbooth tollbooth, Map<String, String> outputs) throws Exception {
        outputs.put("mbeans", mBeans(tollbooth));
        outputs.put("metrics", ThisJvm.metrics(new SeriesChoice(true, 10_000)).toString());
        outputs.put("snapshots", tollbooth.statements().list().toString());
        outputs.put("objects", tollbooth + " " + tollbooth.statements() + tollbooth.running());
        try (Connection tables = tollbooth.connectToTables();
                ResultSet names = tables.getMetaData().getTables(null, null, "%", null)) {
            while (names.next()) {
                String table = names.getString("TABLE_NAME");
                String schema = names.getString("TABLE_SCHEM");
                if (schema.equalsIgnoreCase("performance_schema")) {
                    outputs.put("table " + table.toLowerCase(Locale.ROOT), rows(tables, schema, table));
                }
            }
        }
    }

    private static String rows(Connection tables, String schema, String table) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Statement statement = tables.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM \"" + schema + "\".\"" + table + '"')) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    text.append(rows.getString(i)).append('\t');
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    private static String mBeans(Tollbooth tollbooth) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        StringBuilder text = new StringBuilder();
        for (ObjectName bean : server.queryNames(new ObjectName("dev.tollbooth*:*"), null)) {
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(bean).getAttributes()) {
                Object value = server.getAttribute(bean, attribute.getName());
                text.append(bean).append(attribute.getName()).append('=');
                text.append(value instanceof Object[] array ? List.of(array).toString() : String.valueOf(value));
                text.append('\n');
            }
        }
        ObjectName statements = new ObjectName("dev.tollbooth:type=Statements,instance=" + NAME);
        String[] types = {String.class.getName()};
        for (StatementSnapshot row : tollbooth.statements().list()) {
            text.append(server.invoke(statements, "text", new Object[] {row.digestHex()}, types));
        }
        return text.toString();
    }

    private static void readFiles(Path directory, Map<String, String> outputs) throws IOException {
        StringBuilder decoded = new StringBuilder();
        for (Path file : ReportFileReader.expand(List.of(directory))) {
            ReportFileReader.read(file, decoded::append);
        }
        outputs.put("reports", decoded.toString());
        StringBuilder bytes = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes.append(file.getFileName())
                        .append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        outputs.put("report files", bytes.toString());
    }

    private static String sizes(Map<String, String> outputs) {
        StringBuilder text = new StringBuilder();
        outputs.forEach((name, output) ->
                text.append(name).append('=').append(output.length()).append(' '));
        return text.toString();
    }

    /** Returns the text around each secret. */
    private static List<String> leaks(Map<String, String> outputs) {
        List<String> leaks = new ArrayList<>();
        outputs.forEach((name, output) -> {
            String lower = output.toLowerCase(Locale.ROOT);
            int at = lower.indexOf(PlantedSecrets.MARK);
            if (at >= 0) {
                leaks.add(name + ": " + lower.substring(Math.max(0, at - 120), Math.min(lower.length(), at + 40)));
            }
        });
        return leaks;
    }

    /** A handler that keeps all lines, at any level, as a console would show them. */
    private static final class Log extends Handler {

        private final Logger root = Logger.getLogger("dev.tollbooth");
        private final StringBuilder lines = new StringBuilder();

        void listen() {
            root.setLevel(Level.ALL);
            root.addHandler(this);
        }

        void end() {
            root.removeHandler(this);
            root.setLevel(null);
        }

        synchronized String text() {
            return lines.toString();
        }

        @Override
        public synchronized void publish(LogRecord logged) {
            lines.append(new SimpleFormatter().format(logged));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
