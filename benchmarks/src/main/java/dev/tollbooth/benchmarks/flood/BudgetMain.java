package dev.tollbooth.benchmarks.flood;

import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.OriginDataSource;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.statement.Sha256;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.sql.DataSource;

/**
 * A program that fills one part of Tollbooth after the other, with a limit that none of them reaches. For each part, it
 * prints the bytes that the part reports and those in the class histogram.
 */
public final class BudgetMain {

    private static final String COLUMNS = ", name AS some_alias_of_a_column_that_is_long".repeat(22);
    private static final long TOP_RU_SECONDS = 75;
    private static final long MAX_SAMPLE_NANOS = 1_000_000_000_000L;

    /** A function that fills a part of {@code tollbooth}; its result is referenced until all bytes are counted. */
    private interface Filling {
        Object fill(Tollbooth tollbooth, DataSource connections) throws Exception;
    }

    private final String part;
    private final Map<String, String> settings;

    private BudgetMain(String part, Map<String, String> settings) {
        this.part = part;
        this.settings = settings;
    }

    /** Runs without arguments. */
    public static void main(String[] args) throws Exception {
        Map<String, String> small = Map.of("digests.size", "1");
        System.out.println("| part, filled | tracked, MB | class histogram, MB | of it tracked |");
        System.out.println("|---|---:|---:|---|");
        new BudgetMain("(classes)", Map.of()).run(BudgetMain::sessions);
        new BudgetMain("1,000 sessions of 10 open statements", small).run(BudgetMain::sessions);
        new BudgetMain("digest cache, texts of 1 KB", Map.of("digests.size", "1")).run(BudgetMain::texts);
        new BudgetMain("10,000 rows, one latency", Map.of()).run((tollbooth, connections) -> rows(tollbooth, 1));
        new BudgetMain("10,000 rows, each bucket of latency", Map.of())
                .run((tollbooth, connections) -> rows(tollbooth, LatencyBuckets.COUNT));
        new BudgetMain("the same with samples", Map.of("samples", "on"))
                .run((tollbooth, connections) -> rows(tollbooth, LatencyBuckets.COUNT));
        new BudgetMain("TopRU, 300 users of 300 statements", small).run(BudgetMain::topRu);
    }

    private void run(Filling filling) throws Exception {
        long before = ReachableHeap.bytes();
        Tollbooth.Builder builder =
                Tollbooth.builder().setting("name", "budget").setting("memory.limit", "1GB");
        settings.forEach(builder::setting);
        try (Tollbooth tollbooth = builder.build()) {
            Object held = filling.fill(tollbooth, tollbooth.wrap(new OriginDataSource(Database.NOOP.origin(1))));
            Map<String, Long> tracked = tree();
            long grown = ReachableHeap.bytes() - before;
            long sum = tracked.values().stream().mapToLong(Long::longValue).sum();
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.1f | %.1f | %s |%n",
                    part,
                    sum / 1048576.0,
                    grown / 1048576.0,
                    held == null ? "" : large(tracked));
        }
    }

    private static Map<String, Long> tree() throws Exception {
        TabularData rows = (TabularData) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=Memory,instance=budget"), "Tree");
        Map<String, Long> tree = new TreeMap<>();
        for (Object value : rows.values()) {
            CompositeData row = (CompositeData) value;
            tree.put((String) row.get("path"), (Long) row.get("own"));
        }
        return tree;
    }

    private static String large(Map<String, Long> tracked) {
        List<String> nodes = new ArrayList<>();
        tracked.forEach((path, bytes) -> {
            if (bytes > 100_000) {
                nodes.add(String.format(
                        Locale.ROOT, "%s %.1f", path.substring(path.indexOf('/') + 1), bytes / 1048576.0));
            }
        });
        return String.join(", ", nodes);
    }

    private static Object sessions(Tollbooth tollbooth, DataSource connections) throws Exception {
        List<Object> held = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Connection connection = connections.getConnection();
            for (int j = 0; j < 10; j++) {
                PreparedStatement statement = connection.prepareStatement("SELECT c" + j + " FROM item");
                statement.executeQuery();
                held.add(statement);
            }
            held.add(connection);
        }
        return held;
    }

    private static Object texts(Tollbooth tollbooth, DataSource connections) throws Exception {
        try (Connection connection = connections.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 40_000; i++) {
                // twice, because a text is kept from the second time on
                statement.executeQuery("SELECT c" + i / 2 + COLUMNS).close();
            }
        }
        return "";
    }

    private static Object rows(Tollbooth tollbooth, int buckets) throws Exception {
        StatementTable table = (StatementTable) tollbooth.statements();
        SchemaStatements schema = table.schema("budget");
        for (int i = 0; i < 10_000; i++) {
            String sql = "select c" + i + COLUMNS;
            StatementStats row = schema.statement(TextDigest.ofNormalized(sql, "SELECT item some_other_item"));
            for (int bucket = 0; bucket < buckets; bucket++) {
                row.add(LatencyBuckets.lowPicos(bucket) / 1_000 + 1, 0, 1, 0, 0);
            }
            row.addClientBytes(1, 1, 1);
            table.sample(row, "SELECT C" + i + COLUMNS, Sha256.NONE, MAX_SAMPLE_NANOS, 0);
        }
        return schema;
    }

    private static Object topRu(Tollbooth tollbooth, DataSource connections) throws Exception {
        AutoCloseable consumer = tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_15);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TOP_RU_SECONDS);
        for (int i = 0; System.nanoTime() - end < 0; i = (i + 1) % (300 * 5)) {
            int first = i / 300 * 60;
            tollbooth.asUser("user" + i % 300, () -> {
                try (Connection connection = connections.getConnection();
                        Statement statement = connection.createStatement()) {
                    for (int j = first; j < first + 60; j++) {
                        statement.executeQuery("SELECT c" + j + " FROM item").close();
                    }
                }
            });
        }
        return consumer;
    }
}
