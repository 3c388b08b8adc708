package dev.tollbooth.internal.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.budget.Budget;
import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.jmx.ExposedInstance.ExposedMemory;
import dev.tollbooth.internal.journal.Cancellable;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.memory.HeapProfileRecorder;
import dev.tollbooth.internal.memory.MemoryLimit;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.report.DrivenSession;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.EventKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.Attribute;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegistrationTest {

    private static final long MILLIS = 1_000_000L;
    private static final Set<String> TEXTS = Set.of("schema", "digest", "summary", "RU_SOURCE");
    private static final TextDigest SLOW = TextDigest.ofNormalized("select * from `orders`", "SELECT orders");
    private static final TextDigest FAST = TextDigest.ofNormalized("select ?", "SELECT");

    private long now = 5_000 * MILLIS;
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT.withSize(2), () -> now, new WallClock(1_000_000, 0));
    private final AccountingSwitch accounting = new AccountingSwitch();
    private final Failures failures = new Failures(() -> now);
    private final SessionRegistry sessions = new SessionRegistry(
            table,
            new SessionRegistry.Clock(() -> now, accounting, failures),
            new SessionRegistry.Options(null, RuModel.PUBLISHED, false));
    private final Problems problems = new Problems();
    private final Budgets budgets = new Budgets(List.of(new Budget("alice", 10, 60, "10/min")), true);
    private final ExposedMemory memory = new ExposedMemory(
            new MemoryTraceManager(), new HeapProfileRecorder(() -> {}), new MemoryLimit(64 << 20, () -> 0), () -> {});
    private final List<Registration> open = new ArrayList<>();

    private Registration register(String name, int topRows) throws Exception {
        Registration registration = Registration.register(
                server,
                name,
                new ExposedInstance(
                        table,
                        sessions,
                        accounting,
                        failures,
                        problems,
                        null,
                        memory,
                        budgets,
                        () -> "all metrics",
                        new InstanceFacts(
                                List.of(new InstanceFacts.SettingValue("tollbooth.digests.size", "7", "environment")),
                                List.of(new InstanceFacts.IgnoredSetting(
                                        "environment", "TOLLBOOTH_PORT", "unknown setting")),
                                topRows,
                                "1.2.3",
                                () -> "abc1234",
                                Instant.ofEpochSecond(77),
                                () -> 5)));
        open.add(registration);
        return registration;
    }

    @AfterEach
    void closeAll() {
        open.forEach(Registration::close);
        assertThat(server.queryNames(null, null))
                .noneMatch(name -> name.getDomain().equals("dev.tollbooth"));
    }

    private static ObjectName name(String type) throws Exception {
        return new ObjectName("dev.tollbooth:type=" + type + ",instance=default");
    }

    private TabularData rows(String type, String attribute) throws Exception {
        return (TabularData) server.getAttribute(name(type), attribute);
    }

    private Object call(String type, String operation, Object... arguments) throws Exception {
        String[] signature = new String[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            signature[i] = arguments[i].getClass().getName();
        }
        return server.invoke(name(type), operation, arguments, signature);
    }

    private void execute(String schema, TextDigest digest, int times, long nanos, long rows, int errorClass) {
        for (int i = 0; i < times; i++) {
            table.schema(schema).statement(digest).add(nanos, now, rows, 1, errorClass);
        }
    }

    private DrivenSession open(String user) {
        return new DrivenSession(sessions, table.schema("shop"), new RuOwner("H2/shop", "estimate", user));
    }

    private void twoStatements() {
        execute("shop", SLOW, 3, 40 * MILLIS, 0, 0);
        execute("shop", FAST, 10, MILLIS, 2, 0);
        table.schema("shop").statement(SLOW).addRead(500, 7 * MILLIS, 0, 0);
        table.schema("shop").statement(SLOW).addRequestUnits(12.5, "hint");
        table.lock().lock();
        try {
            table.schema("shop").statement(SLOW).addClientBytes(1_000, 16, 1_000);
            table.schema("shop").statement(SLOW).addPerTransaction(2);
        } finally {
            table.lock().unlock();
        }
    }

    @Test
    void statementsTop_afterExecutions_hasNumericColumnsByIndex() throws Exception {
        register("default", 200);
        twoStatements();
        TabularData top = rows("Statements", "Top");
        assertThat(top.getTabularType().getIndexNames()).containsExactly("schema", "digest");
        CompositeData slow = top.get(new Object[] {"shop", SLOW.hex()});
        Map<String, Object> figures = new TreeMap<>();
        slow.getCompositeType().keySet().forEach(column -> figures.put(column, slow.get(column)));
        assertThat(figures)
                .contains(
                        entry("COUNT_STAR", 3L),
                        entry("SUM_TIMER_WAIT", java.math.BigInteger.valueOf(120_000_000_000L)),
                        entry("MIN_TIMER_WAIT", 40_000_000_000L),
                        entry("AVG_TIMER_WAIT", 40_000_000_000L),
                        entry("MAX_TIMER_WAIT", 40_000_000_000L),
                        entry("SUM_ROWS_SENT", 500L),
                        entry("SUM_WARNINGS", 3L),
                        entry("SUM_CLIENT_BYTES", 16_000L),
                        entry("MAX_CLIENT_BYTES", 1_000L),
                        entry("CLIENT_BYTES_SAMPLED", 1),
                        entry("SUM_FETCH_WAIT", java.math.BigInteger.valueOf(7_000_000_000L)),
                        entry("LAST_SEEN", new Date(1_005_000)),
                        entry("summary", SLOW.summary()),
                        entry("SUM_RU", 12.5),
                        entry("AVG_RU", 12.5 / 3),
                        entry("RU_SOURCE", "hint"),
                        entry("TOTAL_MS", 120.0),
                        entry("AVG_MS", 40.0),
                        entry("MAX_MS", 40.0),
                        entry("P50_MS", figures.get("P99_MS")),
                        entry("n", 3L));
        assertThat((Double) slow.get("P99_MS")).isBetween(40.0, 41.9);
        for (String column : List.of("SUM_CLIENT_BYTES", "SUM_RU", "AVG_RU", "MAX_PER_TRANSACTION")) {
            assertThat(top.get(new Object[] {"shop", FAST.hex()}).get(column))
                    .as("not known")
                    .isNull();
        }
        // 40 ms is in the bucket with the high bound 41.7 ms, so the estimate is at most 4.7 % too high
        assertThat((Long) slow.get("P99"))
                .isBetween(40_000_000_000L, 41_900_000_000L)
                .isEqualTo(slow.get("P50"));
        for (String column : slow.getCompositeType().keySet()) {
            assertThat(slow.get(column))
                    .as(column)
                    .isInstanceOfAny(TEXTS.contains(column) ? String.class : Number.class, Date.class);
        }
    }

    @Test
    void statementsTop_moreRowsThanAllowed_keepsThoseOfMostTime() throws Exception {
        register("default", 1);
        twoStatements();
        assertThat(rows("Statements", "Top").values()).hasSize(1);
        assertThat(rows("Statements", "Top").containsKey(new Object[] {"shop", SLOW.hex()}))
                .isTrue();
        TabularData byCount = (TabularData) call("Statements", "top", "COUNT", 99);
        assertThat(byCount.size()).isEqualTo(1);
        assertThat(byCount.containsKey(new Object[] {"shop", FAST.hex()})).isTrue();
    }

    @Test
    void statementsTop_statementWithoutSchemaAndTableFull_hasEmptyIndexValues() throws Exception {
        register("default", 200);
        table.schema(null).statement(FAST).add(1, now, 0, 0, 0);
        execute("shop", SLOW, 1, 1, 0, 0);
        execute("shop", TextDigest.ofNormalized("third", "third"), 4, 1, 0, 0);
        TabularData top = rows("Statements", "Top");
        assertThat(top.get(new Object[] {"", FAST.hex()}).get("COUNT_STAR")).isEqualTo(1L);
        assertThat(top.get(new Object[] {"", ""}).get("COUNT_STAR")).isEqualTo(4L);
        assertThat(server.getAttribute(name("Statements"), "Lost")).isEqualTo(4L);
        assertThat(((TabularData) call("Statements", "histogram", "", ""))
                        .get(new Object[] {0})
                        .get("COUNT_BUCKET"))
                .isEqualTo(4L);
        assertThat(server.getAttribute(name("Statements"), "Folded")).isEqualTo(0L);
        table.evictColdest(1);
        assertThat(server.getAttribute(name("Statements"), "Folded")).isEqualTo(1L);
        assertThat(rows("Statements", "Top").get(new Object[] {"", ""}).get("COUNT_STAR"))
                .isEqualTo(5L);
    }

    @Test
    void statementsTop_wrongArguments_saysWhatIsAllowed() throws Exception {
        register("default", 200);
        assertThatThrownBy(() -> call("Statements", "top", "speed", 5))
                .isInstanceOf(RuntimeMBeanException.class)
                .cause()
                .hasMessage(
                        "unknown ranking: by=speed, use time, count, avg, p50, p95, p99, p999, max, errors, rows, ru, memory");
        assertThatThrownBy(() -> call("Statements", "top", "time", 0))
                .cause()
                .hasMessage("bad limit: n=0, use 1 to 200");
        assertThatThrownBy(() -> call("Statements", "top", 5, "time"))
                .cause()
                .hasMessage("bad argument: operation=top, position=1, give a String");
        assertThatThrownBy(() -> call("Statements", "tops")).hasMessageContaining("unknown operation: tops");
        assertThatThrownBy(() -> call("Statements", "histogram", "shop", SLOW.hex()))
                .cause()
                .hasMessageContaining("no such statement");
    }

    @Test
    void statementsTop_everyRanking_putsItsGreatestFirst() throws Exception {
        register("default", 200);
        execute("shop", SLOW, 2, 40 * MILLIS, 0, 0);
        execute("shop", FAST, 10, MILLIS, 2, 1);
        table.schema("shop").statement(FAST).addRequestUnits(0, "hint"); // 0 is more than not known
        Map<String, String> expected = Map.of(
                "time",
                SLOW.hex(),
                "count",
                FAST.hex(),
                "p99",
                SLOW.hex(),
                "errors",
                FAST.hex(),
                "rows",
                FAST.hex(),
                "avg",
                SLOW.hex(),
                "max",
                SLOW.hex(),
                "ru",
                FAST.hex());
        expected.forEach((by, digest) -> assertThat(first(by)).as(by).isEqualTo(digest));
    }

    private Object first(String by) {
        try {
            TabularData top = (TabularData) call("Statements", "top", by, 2);
            return ((CompositeData) top.values().iterator().next()).get("digest");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void statementsHistogram_knownDigest_has450BucketsThatAddUp() throws Exception {
        register("default", 200);
        twoStatements();
        TabularData buckets = (TabularData) call("Statements", "histogram", "shop", FAST.hex());
        assertThat(buckets.size()).isEqualTo(450);
        assertThat(buckets.get(new Object[] {101}).get("COUNT_BUCKET")).isEqualTo(10L);
        assertThat(buckets.get(new Object[] {100}).get("COUNT_BUCKET_AND_LOWER"))
                .isEqualTo(0L);
        assertThat(buckets.get(new Object[] {449}).get("COUNT_BUCKET_AND_LOWER"))
                .isEqualTo(10L);
        assertThat(buckets.get(new Object[] {449}).get("BUCKET_TIMER_HIGH")).isEqualTo(Long.MAX_VALUE);
        TabularData decades = (TabularData) call("Statements", "decades", "shop", FAST.hex());
        long sum = 0;
        for (Object row : decades.values()) {
            sum += (Long) ((CompositeData) row).get("COUNT");
        }
        assertThat(sum).isEqualTo(10);
    }

    @Test
    void statementsText_digest_isItsNormalizedText() throws Exception {
        register("default", 200);
        twoStatements();
        assertThat(call("Statements", "text", SLOW.hex())).isEqualTo("select * from `orders`");
        assertThat(call("Statements", "text", "00")).isEqualTo("");
        assertThat(call("Statements", "sample", "shop", SLOW.hex())).isEqualTo("");
        assertThat(call("Statements", "samplePlan", "shop", SLOW.hex())).isEqualTo("");
        assertThat((String) call("Statements", "prometheus")).isEqualTo("all metrics");
    }

    private long since(String reader) throws Exception {
        long count = 0;
        for (Object row : ((TabularData) call("Statements", "since", reader)).values()) {
            count += (Long) ((CompositeData) row).get("COUNT_STAR");
        }
        return count;
    }

    @Test
    void statementsSince_rowsEvictedAndReset_tellEachReaderAllThatWasCountedOnce() throws Exception {
        register("default", 200);
        twoStatements();
        assertThat(since("a")).as("it begins").isZero();
        twoStatements();
        table.evictColdest(1);
        table.schema("shop")
                .statement(TextDigest.ofNormalized("select 3", "SELECT"))
                .add(MILLIS, 0, 1, 0, 0);
        assertThat(since("b")).isZero();
        call("Statements", "reset");
        twoStatements();
        assertThat(since("a")).isEqualTo(13 + 1 + 13);
        assertThat(since("a")).isZero();
        assertThat(since("b")).isEqualTo(13);
    }

    @Test
    void statementsSince_moreReadersThanAreRemembered_beginsAnewForTheOneLongestUnused() throws Exception {
        register("default", 200);
        for (String reader : List.of("a", "b", "c", "d", "e")) {
            since(reader);
        }
        twoStatements();
        assertThat(since("e")).isEqualTo(13);
        assertThat(since("a")).as("forgotten").isZero();
    }

    @Test
    void statementsReset_histogramsThenAll_movesEpochAndKeepsCount() throws Exception {
        register("default", 200);
        twoStatements();
        table.eventStats(EventKind.COMMIT).record(MILLIS, now, 0);
        call("Statements", "resetHistograms");
        CompositeData slow = rows("Statements", "Top").get(new Object[] {"shop", SLOW.hex()});
        assertThat(slow.get("COUNT_STAR")).isEqualTo(3L);
        assertThat(slow.get("n")).isEqualTo(0L);
        assertThat(slow.get("P99")).as("not known").isNull();
        call("Statements", "reset");
        assertThat(rows("Statements", "Top").isEmpty()).isTrue();
        assertThat(server.getAttribute(name("Statements"), "Count")).isEqualTo(13L);
        assertThat(server.getAttribute(name("Statements"), "Epoch")).isEqualTo(2L);
        TabularData global = rows("Statements", "Global");
        assertThat(global.get(new Object[] {"statement/jdbc"}).get("COUNT_STAR"))
                .isEqualTo(13L);
        assertThat(global.get(new Object[] {"transaction/commit"}).get("MAX_TIMER_WAIT"))
                .isEqualTo(1_000_000_000L);
    }

    @Test
    void activeStatements_oneRuns_isShownAndCancelledById() throws Exception {
        register("default", 200);
        AtomicBoolean cancelled = new AtomicBoolean();
        DrivenSession.Running execution = open("anna").begin(SLOW, () -> cancelled.set(true), now - 1_500 * MILLIS);
        TabularData running = rows("ActiveStatements", "Running");
        CompositeData row = (CompositeData) running.values().iterator().next();
        assertThat(row.get("user")).isEqualTo("anna");
        assertThat(row.get("text")).isEqualTo("select * from `orders`");
        assertThat(row.get("elapsed")).isEqualTo(1_500L);
        assertThat((Double) row.get("ru")).as("one read, 1,500 ms").isCloseTo(0.475 + 500, within(1e-9));
        assertThat(row.get("clientBytes")).as("no limit watches it").isNull();
        assertThat(call("ActiveStatements", "cancel", "1.1.99")).isEqualTo(false);
        assertThat(cancelled).isFalse();
        assertThat(call("ActiveStatements", "cancel", row.get("id"))).isEqualTo(true);
        assertThat(cancelled).isTrue();
        execution.end(1_500 * MILLIS, 500);
        assertThat(server.getAttribute(name("ActiveStatements"), "Count")).isEqualTo(0);
        assertThat(server.getAttribute(name("ActiveStatements"), "Connections")).isEqualTo(1);
    }

    @Test
    void activeStatementsCancel_driverThrows_isCountedAndItsTextStaysInside() throws Exception {
        register("default", 200);
        Cancellable failing = () -> {
            throw new java.sql.SQLException("secret literal");
        };
        open("").begin(SLOW, failing, now);
        String id = sessions.list().get(0).id();
        assertThatThrownBy(() -> call("ActiveStatements", "cancel", id))
                .hasStackTraceContaining("exception=java.sql.SQLException")
                .satisfies(e -> assertThat(e.getCause()).hasNoCause().message().doesNotContain("secret"));
        assertThat(rows("Control", "Failures").get(new Object[] {"cancel"}).get("count"))
                .isEqualTo(1L);
    }

    @Test
    void statementsExplainRu_notKnown_hasNoSum() throws Exception {
        register("default", 200);
        twoStatements();
        TabularData unknown = (TabularData) call("Statements", "explainRu", FAST.hex());
        assertThat(unknown.isEmpty()).isTrue();
    }

    @Test
    void control_enabledSetFalse_switchesAccountingOff() throws Exception {
        register("default", 200);
        assertThat(server.getAttribute(name("Control"), "Enabled")).isEqualTo(true);
        server.setAttribute(name("Control"), new Attribute("Enabled", false));
        assertThat(accounting.isOn()).isFalse();
        assertThatThrownBy(() -> server.setAttribute(name("Control"), new Attribute("Enabled", "yes")))
                .isInstanceOf(InvalidAttributeValueException.class)
                .hasMessage("bad value: Enabled, give a Boolean");
        assertThatThrownBy(() -> server.setAttribute(name("Control"), new Attribute("Version", "2")))
                .hasMessage("attribute is read-only: Version");
        assertThat(server.getAttribute(name("Control"), "Version")).isEqualTo("1.2.3");
        assertThat(server.getAttribute(name("Control"), "Build")).isEqualTo("abc1234");
        assertThat(server.getAttribute(name("Control"), "StartTime")).isEqualTo(new Date(77_000));
        assertThat(server.getAttribute(name("Control"), "UnaccountedConnections"))
                .isEqualTo(5L);
        assertThat(rows("Control", "Failures").values())
                .as("an alert finds each place before it fails")
                .hasSize(Place.values().length)
                .allMatch(row -> ((CompositeData) row).get("count").equals(0L));
        assertThat(rows("Control", "Problems").isEmpty()).isTrue();
        problems.add(new Problem("no port", "tollbooth.sql.listen=9: taken; choose a free one"));
        problems.add(new Problem("no port", "tollbooth.sql.listen=9: taken; choose a free one"));
        assertThat(rows("Control", "Problems").size()).isEqualTo(1);
        failures.caught(Place.END, new IllegalStateException());
        assertThat(rows("Control", "Failures").get(new Object[] {"end"}).get("count"))
                .isEqualTo(1L);
    }

    @Test
    void settings_all_showValueAndOriginAndWhatIsIgnored() throws Exception {
        register("default", 200);
        CompositeData row = rows("Settings", "Settings").get(new Object[] {"tollbooth.digests.size"});
        assertThat(row.get("value")).isEqualTo("7");
        assertThat(row.get("origin")).isEqualTo("environment");
        CompositeData ignored = rows("Settings", "Ignored").get(new Object[] {"environment", "TOLLBOOTH_PORT"});
        assertThat(ignored.get("reason")).isEqualTo("unknown setting");
        assertThat(rows("Settings", "Ignored").size()).isEqualTo(1);
    }

    @Test
    void register_nameTaken_getsNextFreeNumber() throws Exception {
        Registration first = register("default", 200);
        assertThat(register("default", 200).instanceName()).isEqualTo("default-2");
        assertThat(register("default", 200).instanceName()).isEqualTo("default-3");
        first.close();
        first.close();
        assertThat(register("default", 200).instanceName()).isEqualTo("default");
    }

    @Test
    void register_oneOfTheNamesTaken_leavesNoneBehind() throws Exception {
        server.registerMBean(OpenMBean.of("Foreign", "x").build(), name("Settings"));
        Registration registration = register("default", 200);
        assertThat(registration.instanceName()).isEqualTo("default-2");
        assertThat(server.queryNames(new ObjectName("dev.tollbooth:instance=default,*"), null))
                .hasSize(1);
        server.unregisterMBean(name("Settings"));
    }

    @Test
    void everyMBean_described_hasOpenTypesAndValuesOfThem() throws Exception {
        register("default", 200);
        twoStatements();
        for (ObjectName bean : server.queryNames(new ObjectName("dev.tollbooth:*"), null)) {
            MBeanAttributeInfo[] attributes = server.getMBeanInfo(bean).getAttributes();
            assertThat(attributes).isNotEmpty();
            for (MBeanAttributeInfo attribute : attributes) {
                assertThat(((OpenMBeanAttributeInfo) attribute).isValue(server.getAttribute(bean, attribute.getName())))
                        .as(bean + " " + attribute.getName())
                        .isTrue();
                assertThat(attribute.getDescription()).hasSizeGreaterThan(10);
            }
        }
    }
}
