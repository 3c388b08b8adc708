package dev.tollbooth.integration.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.PlanMeta;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.Sha256;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
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
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a dropped index changes in reports, notifications and report files. */
@ExtendWith(DatabasesExtension.class)
final class PlanChangeIT {

    private static final int BEFORE = 20;
    /** More than the executions that still run in the old plan: the one that is explained, where EXPLAIN tells. */
    private static final int AFTER = 200;
    /** A window has 15 seconds, and a busy machine some more. */
    private static final long PATIENCE_SECONDS = 120;

    private final BlockingQueue<Report> reports = new LinkedBlockingQueue<>();
    private final BlockingQueue<Notification> notifications = new LinkedBlockingQueue<>();
    private final List<Report> got = new ArrayList<>();

    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB", "POSTGRESQL_18"})
    @Timeout(300)
    void index_dropped_isAnotherPlanInReportsNotificationsAndTop(
            Database database, Databases databases, @TempDir Path directory) throws Exception {
        Endpoint endpoint = databases.empty(database, "planchange");
        String name = "plan-change-" + database.name().toLowerCase(Locale.ROOT);
        try (Tollbooth tollbooth = tollbooth(database, name, directory)) {
            tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
            listen(name);
            try (Shop shop = Shop.open(endpoint, tollbooth.wrap(endpoint.driverDataSource()))) {
                run(shop, BEFORE);
                awaitReported(BEFORE);
                assertThat(planned()).as("executions with a plan: %s", told()).isPositive();
                shop.dropIndex();
                run(shop, AFTER);
            }
        }
        reports.drainTo(got);
        PlanChange change = onlyChange();
        assertThat(plan(change.before())).containsIgnoringCase("by_customer");
        assertThat(plan(change.now())).doesNotContainIgnoringCase("by_customer");
        assertNotified(change);
        String statement = change.sqlDigest().hex().substring(0, 8);
        String before = change.before().hex().substring(0, 8);
        String now = change.now().hex().substring(0, 8);
        assertThat(ForkedJvm.runJar(cli(), "top", directory.toString()).lines())
                .filteredOn(line -> line.startsWith("plan change: "))
                .singleElement()
                .asString()
                .matches("plan change: SELECT orders " + statement + " by \\S+: plan " + before + " from .*, then plan "
                        + now + " from .*");
    }

    private static Tollbooth tollbooth(Database database, String name, Path directory) {
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

    private void listen(String name) throws Exception {
        NotificationListener listener = (notification, handback) -> notifications.add(notification);
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName topRu = new ObjectName("dev.tollbooth:type=TopRU,instance=" + name);
        // an instance waits a second for its MBeans, which a busy machine may need longer for
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!server.isRegistered(topRu) && System.nanoTime() < until) {
            Thread.sleep(10);
        }
        assertThat(server.isRegistered(topRu)).as("registered: %s", topRu).isTrue();
        server.addNotificationListener(topRu, listener, null, null);
    }

    private static void run(Shop shop, int executions) throws Exception {
        for (int i = 0; i < executions; i++) {
            shop.run(Shop.BY_CUSTOMER, i);
        }
    }

    /** Takes reports until all executions are in windows that have left: none of them comes later. */
    private void awaitReported(int executions) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (executions(record -> true) < executions) {
            Report report = reports.poll(until - System.nanoTime(), TimeUnit.NANOSECONDS);
            assertThat(report)
                    .as("next report within %d s, of executions=%d: %s", PATIENCE_SECONDS, executions, told())
                    .isNotNull();
            got.add(report);
        }
    }

    private long planned() {
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

    private String told() {
        return "reports=" + got.size() + ", reported=" + executions(record -> true) + ", with a plan=" + planned()
                + ", drops=" + (got.isEmpty() ? "" : got.get(got.size() - 1).drops());
    }

    private PlanChange onlyChange() {
        List<PlanChange> changes =
                got.stream().flatMap(report -> report.planChanges().stream()).toList();
        assertThat(changes).as(told()).hasSize(1);
        return changes.get(0);
    }

    private String plan(Sha256 digest) {
        return got.stream()
                .flatMap(report -> report.planMetas().stream())
                .filter(meta -> meta.planDigest().equals(digest))
                .map(PlanMeta::normalizedPlan)
                .findFirst()
                .orElseThrow();
    }

    private void assertNotified(PlanChange change) {
        List<CompositeData> notified = notifications.stream()
                .filter(notification -> notification.getType().equals("dev.tollbooth.plan-change"))
                .map(notification -> (CompositeData) notification.getUserData())
                .toList();
        assertThat(notified).as(told()).hasSize(1);
        assertThat(notified.get(0).getAll(new String[] {"sqlDigest", "keyspace", "oldPlanDigest", "newPlanDigest"}))
                .containsExactly(
                        change.sqlDigest().hex(),
                        change.keyspace(),
                        change.before().hex(),
                        change.now().hex());
    }

    private static Path cli() {
        return Path.of(System.getProperty("integration.fixtures"), "tollbooth-cli.jar");
    }
}
