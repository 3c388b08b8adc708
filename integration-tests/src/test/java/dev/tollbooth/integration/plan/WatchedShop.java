package dev.tollbooth.integration.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.statement.Sha256;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** A shop on one database, accounted by its own Tollbooth, with all outputs of plans. */
final class WatchedShop implements AutoCloseable {

    /** The longest wait for a window, which has 15 seconds, on a busy machine. */
    private static final long PATIENCE_SECONDS = 120;

    private final String name;
    private final Path directory;
    private final Tollbooth tollbooth;
    private final Shop shop;
    private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
    private final BlockingQueue<Notification> notifications = new LinkedBlockingQueue<>();
    private final List<Report> got = new ArrayList<>();

    WatchedShop(Endpoint endpoint, Path parent) throws Exception {
        this.name = "plan-change-" + endpoint.database().name().toLowerCase(Locale.ROOT);
        this.directory = parent.resolve(name);
        this.tollbooth = tollbooth(endpoint.database());
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
        listen();
        this.shop = Shop.open(endpoint, tollbooth.wrap(endpoint.driverDataSource()));
    }

    private Tollbooth tollbooth(Database database) {
        String setting = database.isPostgresql() ? "ru.source" : "plan.source";
        return Engine.askingForPlansOften(Map.of(
                "name",
                name,
                "report.interval",
                "15s",
                "report.dir",
                directory.toString(),
                setting,
                database.isPostgresql() ? "postgres" : "explain",
                "ru.model",
                "millis-per-ru:1000000")); // a plan's share is that of its executions or blocks
    }

    private void listen() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName topRu = new ObjectName("dev.tollbooth:type=TopRU,instance=" + name);
        // an instance waits a second for its MBeans, and a busy machine longer
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!server.isRegistered(topRu) && System.nanoTime() < until) {
            Thread.sleep(10);
        }
        assertThat(server.isRegistered(topRu)).as("registered: %s", topRu).isTrue();
        server.addNotificationListener(topRu, (notification, handback) -> notifications.add(notification), null, null);
    }

    void run(int executions) throws SQLException {
        for (int i = 0; i < executions; i++) {
            shop.run(Shop.BY_CUSTOMER, i);
        }
    }

    void dropIndex() throws SQLException {
        shop.dropIndex();
    }

    /** Waits for reports until all executions are in closed windows. */
    void awaitReported(int executions) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (executions(record -> true) < executions) {
            Report report = reports.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            assertThat(report)
                    .as("next report within %d s, of executions=%d: %s", PATIENCE_SECONDS, executions, this)
                    .isNotNull();
            got.add(report);
        }
    }

    /** Returns the number of reported executions with a plan. */
    long planned() {
        return executions(record -> !record.planDigest().isNone());
    }

    private long executions(Predicate<RuRecord> which) {
        return got.stream()
                .flatMap(report -> report.window().ruRecords().stream())
                .filter(which)
                .flatMap(record -> record.items().stream())
                .mapToLong(RuItem::execCount)
                .sum();
    }

    List<PlanChange> changes() {
        return got.stream().flatMap(report -> report.planChanges().stream()).toList();
    }

    /** Returns the text of a plan. */
    String plan(Sha256 digest) {
        return got.stream()
                .flatMap(report -> report.planMetas().stream())
                .filter(meta -> meta.digest().equals(digest))
                .map(TextMeta::text)
                .findFirst()
                .orElseThrow();
    }

    /** Returns statement, keyspace and both plans of each notification of a plan change. */
    List<List<Object>> notified() {
        return notifications.stream()
                .filter(notification -> notification.getType().equals("dev.tollbooth.plan-change"))
                .map(notification -> (CompositeData) notification.getUserData())
                .map(data ->
                        List.of(data.getAll(new String[] {"sqlDigest", "keyspace", "oldPlanDigest", "newPlanDigest"})))
                .toList();
    }

    /** Returns the directory of the report files. */
    Path directory() {
        return directory;
    }

    /** Closes connection and instance, and receives the last reports. */
    @Override
    public void close() throws SQLException {
        shop.close();
        tollbooth.close();
        reports.drainTo(got);
    }

    @Override
    public String toString() {
        return name + ": reports=" + got.size() + ", reported=" + executions(record -> true) + ", with a plan="
                + planned() + ", drops="
                + (got.isEmpty() ? "" : got.get(got.size() - 1).drops());
    }
}
