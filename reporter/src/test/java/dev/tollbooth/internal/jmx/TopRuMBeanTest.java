package dev.tollbooth.internal.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.report.DrivenWindows;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.SampleReports;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Attribute;
import javax.management.ListenerNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.Notification;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TopRuMBeanTest {

    private final AtomicLong nowNanos = new AtomicLong();
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final DrivenWindows windows = new DrivenWindows();
    private final DropCounters drops = new DropCounters();
    private final Failures failures = new Failures(nowNanos::get);
    private final StatementTable statements =
            new StatementTable(StatementTableOptions.DEFAULT, nowNanos::get, new WallClock(0, 0));
    private final Reporter reporter = new Reporter(
            "shop",
            windows,
            statements,
            drops,
            nowNanos::get,
            () -> nowNanos.get() / 1_000_000,
            failures,
            new Scheduler("tollbooth-test"));
    private Registration registration;
    private ObjectName topRu;
    private ObjectName reporterName;

    @BeforeEach
    void register() throws Exception {
        registration = Registration.register(
                server,
                "default",
                new ExposedInstance(
                        statements,
                        new SessionRegistry(nowNanos::get),
                        new AccountingSwitch(),
                        failures,
                        new Problems(),
                        reporter,
                        null,
                        new Budgets(List.of(), false),
                        () -> "",
                        new InstanceFacts(List.of(), List.of(), 4, "1.2.3", () -> "abc", Instant.EPOCH, () -> 0)));
        topRu = new ObjectName("dev.tollbooth:type=TopRU,instance=default");
        reporterName = new ObjectName("dev.tollbooth:type=Reporter,instance=default");
    }

    @AfterEach
    void close() {
        registration.close();
        reporter.close();
        assertThat(failures.counts()).isEmpty();
    }

    private Object call(ObjectName bean, String operation, Object... arguments) throws Exception {
        String[] signature = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            signature[i] = arguments[i].getClass().getName();
        }
        return server.invoke(bean, operation, arguments, signature);
    }

    private void closeWindow(RuRecord... records) {
        windows.close(new Window(0, 60, 60, List.of(records), List.of()));
    }

    private static RuRecord record(RecordScope scope, String source, String user, int sql, Sha256 plan, double ru) {
        return new RuRecord(
                scope,
                scope == RecordScope.GLOBAL_OTHERS ? "" : "H2/shop",
                source,
                user,
                sql == 0 ? Sha256.NONE : SampleReports.digest(sql),
                plan,
                List.of(new RuItem(0, ru, 2, 3, 0, 1)));
    }

    @Test
    void top_recordsOfSeveralWindowsSourcesAndOthers_areOneRowForEachKey() throws Exception {
        for (int i = 0; i < 2; i++) {
            closeWindow(
                    record(RecordScope.STATEMENT, "estimate", "anna", 1, Sha256.NONE, 10),
                    record(RecordScope.STATEMENT, "hint", "anna", 1, Sha256.NONE, 5),
                    record(RecordScope.STATEMENT, "estimate", "_others_", 0, Sha256.NONE, 3),
                    record(RecordScope.GLOBAL_OTHERS, "estimate", "", 0, Sha256.NONE, 2),
                    record(RecordScope.USER_OTHERS, "estimate", "", 0, Sha256.NONE, 1));
        }
        TabularData top = (TabularData) server.getAttribute(topRu, "Top");
        assertThat(top.getTabularType().getIndexNames())
                .containsExactly("user", "sqlDigest", "planDigest", "keyspace", "source");
        assertThat(top.size()).as("rows").isEqualTo(4);
        String digest = SampleReports.digest(1).hex();
        CompositeData anna = top.get(new Object[] {"anna", digest, "", "H2/shop", "estimate"});
        assertThat(anna.getAll(new String[] {"ru", "execCount", "execDuration", "unknownCount", "offCount", "scope"}))
                .containsExactly(20.0, 4L, 6L, 0L, 2L, "statement");
        assertThat(top.get(new Object[] {"anna", digest, "", "H2/shop", "hint"}).get("ru"))
                .isEqualTo(10.0);
        assertThat(top.get(new Object[] {"\\_others_", "", "", "H2/shop", "estimate"})
                        .get("ru"))
                .isEqualTo(6.0);
        assertThat(top.get(new Object[] {"_others_", "", "", "", "estimate"}).get("scope"))
                .isEqualTo("global_others");
        TabularData users = (TabularData) server.getAttribute(topRu, "Users");
        assertThat(users.get(new Object[] {"anna", "H2/shop", "estimate"}).get("ru"))
                .isEqualTo(20.0);
        assertThat(server.getAttribute(topRu, "Enabled")).as("held, though off").isEqualTo(false);
    }

    @Test
    void users_moreThanAreShown_areInTheRowOfAllOthersOfTheirSource() throws Exception {
        closeWindow(
                record(RecordScope.STATEMENT, "estimate", "anna", 1, Sha256.NONE, 60),
                record(RecordScope.STATEMENT, "estimate", "bert", 1, Sha256.NONE, 50),
                record(RecordScope.STATEMENT, "hint", "carl", 1, Sha256.NONE, 40),
                record(RecordScope.STATEMENT, "estimate", "dora", 1, Sha256.NONE, 30),
                record(RecordScope.STATEMENT, "hint", "emil", 1, Sha256.NONE, 20),
                record(RecordScope.STATEMENT, "estimate", "fred", 1, Sha256.NONE, 10),
                record(RecordScope.GLOBAL_OTHERS, "estimate", "", 0, Sha256.NONE, 5));
        TabularData users = (TabularData) server.getAttribute(topRu, "Users");
        assertThat(users.size()).as("four, and two rows of others").isEqualTo(6);
        assertThat(users.get(new Object[] {"dora", "H2/shop", "estimate"}).get("ru"))
                .isEqualTo(30.0);
        assertThat(users.get(new Object[] {"_others_", "", "estimate"}).getAll(new String[] {"ru", "execCount"}))
                .containsExactly(15.0, 4L);
        assertThat(users.get(new Object[] {"_others_", "", "hint"})
                        .getAll(new String[] {"ru", "execCount", "offCount"}))
                .containsExactly(20.0, 2L, 1L);
    }

    @Test
    void origins_ofWindowsByOrigin_areOneRowForEachUserAndOrigin() throws Exception {
        RuItem part = new RuItem(0, 2, 1, 3, 0, 0);
        RuItem unknown = new RuItem(0, 0, 1, 3, 1, 0);
        RuItem item = new RuItem(0, 2, 2, 6, 1, 0, Map.of("GET /orders", part, "", unknown));
        for (int digest = 1; digest <= 2; digest++) {
            closeWindow(new RuRecord(
                    RecordScope.STATEMENT,
                    "H2/shop",
                    "estimate",
                    "anna",
                    SampleReports.digest(digest),
                    Sha256.NONE,
                    List.of(item)));
        }
        closeWindow(record(RecordScope.STATEMENT, "estimate", "bert", 1, Sha256.NONE, 10));
        TabularData origins = (TabularData) server.getAttribute(topRu, "Origins");
        assertThat(origins.size()).isEqualTo(2);
        CompositeData orders = origins.get(new Object[] {"anna", "H2/shop", "estimate", "GET /orders"});
        assertThat(orders.getAll(new String[] {"ru", "execCount", "execDuration"}))
                .containsExactly(4.0, 2L, 6L);
        CompositeData nobody = origins.get(new Object[] {"anna", "H2/shop", "estimate", ""});
        assertThat(nobody.getAll(new String[] {"ru", "unknownCount"})).containsExactly(null, 2L);
    }

    @Test
    void subscribe_ticket_switchesOnUntilItIsGivenBackOrNotRead() throws Exception {
        String ticket = (String) call(topRu, "subscribe", 15);
        assertThat(server.getAttribute(topRu, "Enabled")).isEqualTo(true);
        assertThat(server.getAttribute(topRu, "ConsumerCount")).isEqualTo(1);
        assertThat(server.getAttribute(topRu, "ItemIntervalSeconds")).isEqualTo(15);
        nowNanos.addAndGet(TimeUnit.MINUTES.toNanos(9));
        closeWindow(record(RecordScope.STATEMENT, "estimate", "anna", 1, Sha256.NONE, 10));
        assertThat(((TabularData) call(topRu, "top", ticket)).size()).isEqualTo(1);
        nowNanos.addAndGet(TimeUnit.MINUTES.toNanos(9));
        assertThat(((TabularData) call(topRu, "top", ticket)).size()).isEqualTo(1);
        assertThat(call(topRu, "unsubscribe", ticket)).isEqualTo(true);
        assertThat(call(topRu, "unsubscribe", ticket)).isEqualTo(false);
        assertThat(server.getAttribute(topRu, "ConsumerCount")).isEqualTo(0);
        assertThatThrownBy(() -> call(topRu, "top", ticket)).cause().hasMessageStartingWith("unknown ticket");
        assertThatThrownBy(() -> call(topRu, "subscribe", 20))
                .cause()
                .hasMessage("no such interval: seconds=20, use 15, 30 or 60");
    }

    @Test
    void reportIntervalSeconds_set_isTheWindows() throws Exception {
        server.setAttribute(topRu, new Attribute("ReportIntervalSeconds", 15));
        assertThat(windows.reportInterval()).isEqualTo(ItemInterval.SECONDS_15);
        assertThatThrownBy(() -> server.setAttribute(topRu, new Attribute("ReportIntervalSeconds", 7)))
                .cause()
                .hasMessage("no such interval: seconds=7, use 15, 30 or 60");
    }

    @Test
    void textAndPlan_knownAndUnknown_areTextOrEmpty() throws Exception {
        windows.texts.put(SampleReports.digest(1), "select ?");
        assertThat(call(topRu, "text", SampleReports.digest(1).hex())).isEqualTo("select ?");
        assertThat(call(topRu, "plan", SampleReports.digest(2).hex())).isEqualTo("");
        assertThatThrownBy(() -> call(topRu, "text", "12")).cause().hasMessageStartingWith("not a digest: length=2");
    }

    @Test
    void top_keyWhoseRequestUnitsAreNotKnown_isNullAndNotZero() throws Exception {
        RuRecord unknown = new RuRecord(
                RecordScope.STATEMENT,
                "H2/shop",
                "hint",
                "anna",
                SampleReports.digest(1),
                Sha256.NONE,
                List.of(new RuItem(0, 0, 2, 3, 1, 1)));
        RuRecord free = new RuRecord(
                RecordScope.STATEMENT,
                "H2/shop",
                "hint",
                "bert",
                SampleReports.digest(1),
                Sha256.NONE,
                List.of(new RuItem(0, 0, 2, 3, 1, 0)));
        BlockingQueue<Notification> got = new LinkedBlockingQueue<>();
        server.addNotificationListener(topRu, (notification, handback) -> got.add(notification), null, null);
        closeWindow(unknown);
        assertThat(((CompositeData) got.take().getUserData()).get("ru")).isNull();
        closeWindow(free);
        assertThat(((CompositeData) got.take().getUserData()).get("ru")).isEqualTo(0.0);
        TabularData top = (TabularData) server.getAttribute(topRu, "Top");
        String digest = SampleReports.digest(1).hex();
        assertThat(top.get(new Object[] {"anna", digest, "", "H2/shop", "hint"}).get("ru"))
                .isNull();
        assertThat(top.get(new Object[] {"bert", digest, "", "H2/shop", "hint"}).get("ru"))
                .as("one of two was told to cost nothing")
                .isEqualTo(0.0);
        TabularData users = (TabularData) server.getAttribute(topRu, "Users");
        assertThat(users.get(new Object[] {"anna", "H2/shop", "hint"}).get("ru"))
                .isNull();
    }

    @Test
    void drops_beforeAny_areZeroForEachReason() throws Exception {
        reporter.subscribe("mine", report -> {}, ItemInterval.SECONDS_30);
        assertThat(((TabularData) server.getAttribute(topRu, "Drops")).values())
                .hasSize(DropReason.values().length)
                .allMatch(row -> ((CompositeData) row).get("times").equals(0L));
        assertThat(((TabularData) server.getAttribute(reporterName, "Drops")).values())
                .extracting(row -> ((CompositeData) row).get("name") + " " + ((CompositeData) row).get("reason") + " "
                        + ((CompositeData) row).get("reports"))
                .containsExactlyInAnyOrder(
                        "mine sink_busy 0", "mine sink_timeout 0", "mine sink_failed 0", "mine sink_backed_off 0");
    }

    @Test
    void drops_counted_areShownByReason() throws Exception {
        drops.add(DropReason.QUEUE_FULL, new DropCount(1, 2, 3.5, "postgres", 4, 5));
        CompositeData row = ((TabularData) server.getAttribute(topRu, "Drops")).get(new Object[] {"queue_full"});
        assertThat(row.getAll(new String[] {"times", "keys", "ru", "ruSource", "execCount", "execDuration"}))
                .containsExactly(1L, 2L, 3.5, "postgres", 4L, 5L);
        drops.add(DropReason.QUEUE_FULL, new DropCount(1, 0, 1.0, "estimate", 0, 0));
        row = ((TabularData) server.getAttribute(topRu, "Drops")).get(new Object[] {"queue_full"});
        assertThat(row.getAll(new String[] {"ru", "ruSource"})).containsExactly(null, "mixed");
    }

    @Test
    void notifications_whileSomebodyListens_comeForEachReportAndPlanChange() throws Exception {
        BlockingQueue<Notification> got = new LinkedBlockingQueue<>();
        NotificationListener listener = (notification, handback) -> got.add(notification);
        server.addNotificationListener(topRu, listener, null, null);
        closeWindow(
                record(RecordScope.STATEMENT, "estimate", "anna", 1, SampleReports.digest(70), 10),
                record(RecordScope.STATEMENT, "estimate", "bert", 1, SampleReports.digest(71), 5));
        Notification report = got.take();
        assertThat(report.getType()).isEqualTo("dev.tollbooth.report");
        CompositeData content = (CompositeData) report.getUserData();
        assertThat(content.getAll(new String[] {"sequence", "ruRecords", "ru", "execCount"}))
                .containsExactly(1L, 2, 15.0, 4L);
        closeWindow(record(RecordScope.STATEMENT, "estimate", "anna", 1, SampleReports.digest(71), 10));
        assertThat(got.take().getType()).isEqualTo("dev.tollbooth.report");
        Notification change = got.take();
        assertThat(change.getType()).isEqualTo("dev.tollbooth.plan-change");
        assertThat(((CompositeData) change.getUserData()).get("oldPlanDigest"))
                .isEqualTo(SampleReports.digest(70).hex());
        assertThat(windows.leases).as("listening switches nothing on").isEmpty();
        server.removeNotificationListener(topRu, listener);
        closeWindow(record(RecordScope.STATEMENT, "estimate", "anna", 1, SampleReports.digest(70), 10));
        assertThat(reporter.flush()).isTrue();
        assertThat(got).isEmpty();
        assertThatThrownBy(() -> server.removeNotificationListener(topRu, listener))
                .isInstanceOf(ListenerNotFoundException.class);
    }

    @Test
    void reporter_sinks_areShownWithWhatTheyDropped() throws Exception {
        reporter.subscribe(
                "mine",
                report -> {
                    throw new IllegalStateException("secret");
                },
                ItemInterval.SECONDS_30);
        closeWindow();
        assertThat(call(reporterName, "flush")).isEqualTo(true);
        CompositeData row = ((TabularData) server.getAttribute(reporterName, "Sinks")).get(new Object[] {"mine"});
        assertThat(row.getAll(
                        new String[] {"state", "intervalSeconds", "sent", "dropped", "failuresInRow", "lastError"}))
                .containsExactly("idle", 30, 0L, 1L, 1, "java.lang.IllegalStateException");
        assertThat(((TabularData) server.getAttribute(reporterName, "Drops"))
                        .get(new Object[] {"mine", "sink_failed"})
                        .get("reports"))
                .isEqualTo(1L);
    }

    @Test
    void everyAttribute_read_isOfItsOpenType() throws Exception {
        closeWindow(record(RecordScope.STATEMENT, "estimate", "anna", 1, Sha256.NONE, 10));
        for (ObjectName bean : List.of(topRu, reporterName)) {
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(bean).getAttributes()) {
                assertThat(((OpenMBeanAttributeInfo) attribute).isValue(server.getAttribute(bean, attribute.getName())))
                        .as(bean + " " + attribute.getName())
                        .isTrue();
            }
        }
    }
}
