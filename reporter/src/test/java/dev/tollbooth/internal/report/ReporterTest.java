package dev.tollbooth.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.report.SinkStatus.SinkState;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.Collector;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ReporterTest {

    private static final TextDigest SELECT = TextDigest.ofNormalized("select ?", "SELECT");

    private final AtomicLong nowNanos = new AtomicLong();
    private final DrivenWindows windows = new DrivenWindows();
    private final DropCounters drops = new DropCounters();
    private final StatementTable statements =
            new StatementTable(StatementTableOptions.DEFAULT, nowNanos::get, new WallClock(0, 0));
    private final Failures failures = new Failures(nowNanos::get);
    private final Reporter reporter = new Reporter(
            "shop",
            windows,
            statements,
            drops,
            nowNanos::get,
            this::epochMillis,
            failures,
            new Scheduler("tollbooth-test"));
    private final List<Report> taken = new CopyOnWriteArrayList<>();

    private long epochMillis() {
        return TimeUnit.NANOSECONDS.toMillis(nowNanos.get());
    }

    private void advanceTo(long seconds) {
        nowNanos.set(TimeUnit.SECONDS.toNanos(seconds));
    }

    private void execute(int times) {
        statements.lock().lock();
        try {
            for (int i = 0; i < times; i++) {
                statements.schema("shop").statement(SELECT).add(1_000, nowNanos.get(), 0, 0, 0);
            }
        } finally {
            statements.lock().unlock();
        }
    }

    private void awaitSinks() {
        assertThat(reporter.flush()).isTrue();
    }

    private void awaitTaken() throws InterruptedException {
        for (int i = 0; i < 30_000 && taken.isEmpty(); i++) {
            Thread.sleep(1);
        }
    }

    private static long executions(Report report) {
        return report.statements().stream()
                .mapToLong(StatementRecord::execCount)
                .sum();
    }

    @AfterEach
    void close_always_givesEveryLeaseBackAndFailsNowhere() {
        reporter.close();
        assertThat(windows.leases).isEmpty();
        assertThat(failures.counts()).isEmpty();
    }

    /** Tests a window that closes while the table's lock is stuck. */
    @Test
    void window_tableCannotBeRead_leavesAllTheSame_andWhatStatementsCountedComesWithTheNext()
            throws InterruptedException {
        AtomicBoolean stuck = new AtomicBoolean();
        statements.onRead(() -> {
            if (stuck.get()) {
                throw new IllegalStateException("stuck");
            }
        });
        Failures caught = new Failures(nowNanos::get);
        DrivenWindows own = new DrivenWindows();
        try (Reporter shop = new Reporter(
                "shop",
                own,
                statements,
                drops,
                nowNanos::get,
                this::epochMillis,
                caught,
                new Scheduler("tollbooth-test"))) {
            shop.subscribe("taker", taken::add, ItemInterval.SECONDS_60);
            execute(3);
            stuck.set(true);
            own.close(new Window(0, 60, 60, List.of(), List.of()));
            awaitTaken(); // a sink has room for one report that waits
            stuck.set(false);
            execute(2);
            own.close(new Window(60, 120, 60, List.of(), List.of()));
            assertThat(shop.flush()).isTrue();
        }
        assertThat(taken)
                .extracting(report -> report.window().endEpochSeconds())
                .containsExactly(60L, 120L);
        assertThat(taken).extracting(ReporterTest::executions).containsExactly(0L, 5L);
        assertThat(caught.counts()).containsOnlyKeys(Place.REPORT);
    }

    @Test
    void subscribe_forFinerItemsThanReportsCome_isToldInTheLog() {
        try (LoggedLines log = new LoggedLines()) {
            reporter.subscribeListener("minutely", taken::add, ItemInterval.SECONDS_60);
            reporter.subscribe("ours", taken::add, ItemInterval.SECONDS_15);
            assertThat(log.with("a subscriber asks for items")).isEmpty();
            reporter.subscribeListener("mine", taken::add, ItemInterval.SECONDS_15);
            for (int i = 0; i < 3; i++) {
                reporter.subscribeFromOutside("grpc", taken::add, ItemInterval.SECONDS_30, Collector.ALL);
            }
            assertThat(log.with("a subscriber asks for items"))
                    .as("once for all who connect from outside")
                    .containsExactly(
                            "INFO a subscriber asks for items shorter than a window: subscriber=mine, itemInterval=15 s,"
                                    + " tollbooth.report.interval=60s; it gets 4 items with each report, set the interval"
                                    + " to have them sooner",
                            "INFO a subscriber asks for items shorter than a window: subscriber=grpc, itemInterval=30 s,"
                                    + " tollbooth.report.interval=60s; it gets 2 items with each report, set the interval"
                                    + " to have them sooner");
        }
    }

    @Test
    void subscribe_windowCloses_getsAReportOfAllThatItHas() {
        Sha256 plan = SampleReports.digest(9);
        windows.texts.put(SampleReports.digest(1), "select 1");
        windows.texts.put(plan, "scan");
        reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_15);
        execute(3);
        drops.add(DropReason.QUEUE_FULL, new DropCount(1, 2, 3.0, "postgres", 4, 5));
        Window window = SampleReports.window(0, SampleReports.ruRecord("anna", 1, plan, 0, 2, 3));
        windows.close(window);
        awaitSinks();
        Report report = taken.get(0);
        assertThat(report.instance()).isEqualTo("shop");
        assertThat(report.bootId()).hasSize(36);
        assertThat(report.sequence()).isEqualTo(1);
        assertThat(report.window()).isSameAs(window);
        assertThat(report.sqlMetas())
                .extracting(meta -> meta.keyspace() + " " + meta.text())
                .containsExactly("H2/shop select 1", " select ?");
        assertThat(report.planMetas()).extracting(meta -> meta.text()).containsExactly("scan");
        assertThat(executions(report)).isEqualTo(3);
        assertThat(report.global()).isNotNull();
        assertThat(report.global().execCount()).isEqualTo(3);
        assertThat(report.drops())
                .containsExactly(entry(DropReason.QUEUE_FULL, new DropCount(1, 2, 3.0, "postgres", 4, 5)));
    }

    @Test
    void subscribe_severalWindows_numbersThemAndTellsStatementsOnce() {
        reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_15);
        for (int i = 0; i < 5; i++) {
            execute(i + 1);
            windows.close(SampleReports.window(60L * i));
            awaitSinks();
        }
        assertThat(taken).extracting(Report::sequence).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(taken).extracting(ReporterTest::executions).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(taken).extracting(Report::bootId).containsOnly(taken.get(0).bootId());
    }

    @Test
    void tick_noWindowForAnInterval_statementRecordsLeaveAllTheSame() {
        advanceTo(30);
        reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_60);
        execute(2);
        advanceTo(64);
        reporter.tick();
        assertThat(reporter.sinks().get(0).sent()).as("a window may still come").isZero();
        advanceTo(65);
        reporter.tick();
        reporter.tick();
        awaitSinks();
        assertThat(taken).hasSize(1);
        assertThat(executions(taken.get(0))).isEqualTo(2);
        assertThat(taken.get(0).window()).isEqualTo(new Window(30, 60, 60, List.of(), List.of()));
        advanceTo(200);
        reporter.tick();
        awaitSinks();
        assertThat(taken).as("nothing counted, nothing sent").hasSize(1);
    }

    @Test
    void tick_intervalIsShortenedWhileAWindowIsOpen_sendsNothingOfItsTimeBeforeIt() {
        advanceTo(62);
        reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_60);
        windows.openWindowStart = 60;
        advanceTo(80);
        windows.setReportInterval(ItemInterval.SECONDS_15);
        execute(1);
        for (int second = 80; second <= 119; second++) {
            advanceTo(second);
            reporter.tick();
        }
        assertThat(reporter.sinks().get(0).sent()).as("of the open window").isZero();
        advanceTo(120);
        windows.close(SampleReports.window(60));
        awaitSinks();
        windows.openWindowStart = 120;
        execute(1);
        advanceTo(137);
        windows.openWindowStart = 135;
        advanceTo(140);
        reporter.tick();
        awaitSinks();
        assertThat(taken)
                .extracting(report -> report.window().startEpochSeconds())
                .containsExactly(60L, 120L);
        assertThat(taken.get(1).window().endEpochSeconds()).isEqualTo(135);
    }

    @Test
    void tick_windowCame_sendsNoSecondReportOfItsTime() {
        reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_60);
        advanceTo(61);
        execute(1);
        windows.close(SampleReports.window(0));
        execute(1);
        advanceTo(66);
        reporter.tick();
        assertThat(reporter.sinks().get(0).state()).isIn(SinkState.IDLE, SinkState.RUNNING);
        // a sink that is still at work would seem to hang for the minute that passes now
        while (reporter.sinks().get(0).sent() == 0) {
            Thread.yield();
        }
        advanceTo(125);
        reporter.tick();
        awaitSinks();
        assertThat(taken)
                .extracting(report -> report.window().startEpochSeconds())
                .containsExactly(0L, 60L);
    }

    @Test
    void subscribe_laterThanStatementsRan_isToldOfThoseFromThenOn() {
        execute(100);
        try (Subscription first = reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_15)) {
            execute(2);
            windows.close(SampleReports.window(0));
            assertThat(first.status().interval()).isEqualTo(ItemInterval.SECONDS_15);
        }
        execute(50);
        reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_15);
        execute(3);
        windows.close(SampleReports.window(60));
        awaitSinks();
        assertThat(taken).extracting(ReporterTest::executions).containsExactly(2L, 3L);
    }

    @Test
    void subscribe_oneSinkThrowsAndOneHangs_otherGetsAllAndNobodyWaits() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        reporter.subscribe(
                "throws",
                report -> {
                    throw new IllegalStateException("no");
                },
                ItemInterval.SECONDS_60);
        Subscription hanging = reporter.subscribe(
                "hangs",
                report -> {
                    entered.countDown();
                    letGo.await();
                },
                ItemInterval.SECONDS_60);
        reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_60);
        for (int i = 0; i < 4; i++) {
            windows.close(SampleReports.window(60L * i, SampleReports.ruRecord("anna", 1, Sha256.NONE, 60L * i, 1, 1)));
            while (taken.size() <= i) {
                Thread.onSpinWait();
            }
            entered.await();
            advanceTo(60L * i + 45);
            reporter.tick();
        }
        assertThat(taken).extracting(Report::sequence).containsExactly(1L, 2L, 3L, 4L);
        assertThat(hanging.status().dropped()).containsKey(DropReason.SINK_TIMEOUT);
        letGo.countDown();
        awaitSinks();
        List<SinkStatus> all = reporter.sinks();
        assertThat(all).extracting(SinkStatus::name).containsExactly("throws", "hangs", "mine");
        for (SinkStatus status : all) {
            long dropped = status.dropped().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            assertThat(status.sent() + dropped).as(status.name()).isEqualTo(4);
        }
        assertThat(all.get(0).lastErrorClass()).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void subscribe_leasesOfSinks_areTakenAndGivenBackOnce() {
        Subscription coarse = reporter.subscribe("a", taken::add, ItemInterval.SECONDS_60);
        Subscription fine = reporter.subscribe("a", taken::add, ItemInterval.SECONDS_15);
        assertThat(reporter.sinks()).extracting(SinkStatus::name).containsExactly("a", "a-2");
        assertThat(windows.itemInterval()).isEqualTo(ItemInterval.SECONDS_15);
        fine.close();
        fine.close();
        assertThat(windows.leases).containsExactly(ItemInterval.SECONDS_60);
        assertThat(windows.itemInterval()).isEqualTo(ItemInterval.SECONDS_60);
        coarse.close();
        assertThat(reporter.sinks()).isEmpty();
        assertThat(windows.leases).isEmpty();
    }

    @Test
    void subscribe_eleventhSinkOrAfterClose_isRefusedAndKeepsNoLease() {
        List<Subscription> open = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            open.add(reporter.subscribe("sink", taken::add, ItemInterval.SECONDS_60));
        }
        assertThatThrownBy(() -> reporter.subscribe("sink", taken::add, ItemInterval.SECONDS_15))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("too many report consumers: limit=10, close one first");
        assertThat(windows.leases).hasSize(10);
        open.get(4).close();
        reporter.subscribe("sink", taken::add, ItemInterval.SECONDS_60);
        reporter.close();
        assertThat(windows.leases).isEmpty();
        assertThatThrownBy(() -> reporter.subscribe("sink", taken::add, ItemInterval.SECONDS_60))
                .hasMessageStartingWith("reporter is closed: instance=shop");
        assertThatThrownBy(() -> reporter.openTicket(ItemInterval.SECONDS_60))
                .hasMessageStartingWith("reporter is closed: instance=shop");
    }

    @Test
    void subscribe_consumerClosesItself_endsWithoutWaitingForItself() {
        List<Subscription> own = new CopyOnWriteArrayList<>();
        CountDownLatch known = new CountDownLatch(1);
        own.add(reporter.subscribe(
                "mine",
                report -> {
                    known.await();
                    taken.add(report);
                    own.get(0).close();
                },
                ItemInterval.SECONDS_60));
        known.countDown();
        windows.close(SampleReports.window(0));
        while (!reporter.sinks().isEmpty()) {
            Thread.onSpinWait();
        }
        windows.close(SampleReports.window(60));
        assertThat(windows.leases).isEmpty();
        assertThat(taken).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void close_statementsNotYetTold_leaveInALastReport() {
        reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_60);
        execute(1);
        windows.close(SampleReports.window(0));
        awaitSinks();
        execute(4);
        advanceTo(70);
        reporter.close();
        assertThat(taken).extracting(ReporterTest::executions).containsExactly(1L, 4L);
        assertThat(taken.get(1).window().endEpochSeconds()).isEqualTo(70);
    }

    @Test
    void close_slowConsumerAndAllOfACloseAtOnce_getsEachReport() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch letGo = new CountDownLatch(1);
        reporter.subscribe(
                "slow",
                report -> {
                    entered.countDown();
                    letGo.await();
                    taken.add(report);
                },
                ItemInterval.SECONDS_60);
        windows.close(SampleReports.window(0));
        entered.await();
        reporter.expectLastReports();
        windows.close(SampleReports.window(60));
        windows.close(SampleReports.window(120));
        execute(4);
        letGo.countDown();
        reporter.close();
        assertThat(taken).extracting(Report::sequence).containsExactly(1L, 2L, 3L, 4L);
        assertThat(drops.snapshot()).doesNotContainKeys(DropReason.SINK_BUSY, DropReason.SINK_TIMEOUT);
    }

    /** Returns a sink of Tollbooth that calls {@code consumer}. */
    private static ReportSink sink(boolean local, ReportConsumer consumer) {
        return new ReportSink() {
            @Override
            public void accept(Report report) throws Exception {
                consumer.accept(report);
            }

            @Override
            public long bytes() {
                return 0;
            }

            @Override
            public boolean isLocal() {
                return local;
            }
        };
    }

    private static void waitForEver() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    /** Tests a network that hangs and a slow file: the network must be given up first, so that the file is written. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void close_networkHangsAndFileIsSlow_givesTheNetworkUpAndWritesTheFile(boolean exiting) {
        CountDownLatch givenUp = new CountDownLatch(2);
        reporter.subscribe(
                "file",
                sink(true, report -> {
                    givenUp.await();
                    taken.add(report);
                }),
                ItemInterval.SECONDS_60);
        for (String name : List.of("agent", "subscriber")) {
            reporter.subscribe(
                    name,
                    sink(false, report -> {
                        try {
                            waitForEver();
                        } finally {
                            givenUp.countDown();
                        }
                    }),
                    ItemInterval.SECONDS_60);
        }
        windows.close(SampleReports.window(0));
        if (exiting) {
            reporter.closeAtExit();
        } else {
            reporter.close();
        }
        assertThat(taken).hasSize(1);
        assertThat(drops.snapshot().get(DropReason.SINK_TIMEOUT).times()).isEqualTo(2);
    }

    @Test
    void closeAtExit_consumerOfTheApplicationHangs_isGivenUpBeforeTheFile() {
        CountDownLatch givenUp = new CountDownLatch(1);
        reporter.subscribe(
                "mine",
                report -> {
                    try {
                        waitForEver();
                    } finally {
                        givenUp.countDown();
                    }
                },
                ItemInterval.SECONDS_60);
        reporter.subscribe(
                "file",
                sink(true, report -> {
                    givenUp.await();
                    taken.add(report);
                }),
                ItemInterval.SECONDS_60);
        windows.close(SampleReports.window(0));
        reporter.closeAtExit();
        assertThat(taken).hasSize(1);
    }

    @Test
    void listen_withoutSubscribers_switchesNothingOn() {
        try (Subscription listener = reporter.listen("notifications", taken::add)) {
            assertThat(windows.leases).isEmpty();
            assertThat(reporter.sinks()).isEmpty();
            windows.close(SampleReports.window(0));
            awaitSinks();
            assertThat(listener.status().sent()).isEqualTo(1);
        }
        windows.close(SampleReports.window(60));
        assertThat(taken).hasSize(1);
    }

    @Test
    void ticket_nobodyLooksForTenMinutes_ends() {
        String ticket = reporter.openTicket(ItemInterval.SECONDS_15);
        String other = reporter.openTicket(ItemInterval.SECONDS_60);
        advanceTo(599);
        reporter.tick();
        assertThat(windows.leases).hasSize(2);
        reporter.renewTicket(ticket);
        advanceTo(600);
        reporter.tick();
        assertThat(windows.leases).containsExactly(ItemInterval.SECONDS_15);
        assertThatThrownBy(() -> reporter.renewTicket(other))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("unknown ticket");
        advanceTo(1_198);
        reporter.renewTicket(ticket);
        advanceTo(1_798);
        assertThatThrownBy(() -> reporter.renewTicket(ticket)).hasMessageStartingWith("unknown ticket");
        assertThat(windows.leases).isEmpty();
        assertThat(reporter.closeTicket(ticket)).isFalse();
    }

    @Test
    void ticket_givenBackAndTooMany_keepNoLease() {
        Set<String> tickets = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            tickets.add(reporter.openTicket(ItemInterval.SECONDS_60));
        }
        assertThat(tickets).hasSize(10);
        assertThatThrownBy(() -> reporter.openTicket(ItemInterval.SECONDS_60))
                .hasMessage("too many tickets: limit=10, unsubscribe one first");
        assertThat(windows.leases).hasSize(10);
        tickets.forEach(ticket -> assertThat(reporter.closeTicket(ticket)).isTrue());
        assertThat(windows.leases).isEmpty();
    }

    @Test
    void flush_sinkBehind_tellsSo() throws Exception {
        CountDownLatch letGo = new CountDownLatch(1);
        reporter.subscribe("mine", report -> letGo.await(), ItemInterval.SECONDS_60);
        windows.close(SampleReports.window(0));
        Thread.currentThread().interrupt(); // else it waits for ten seconds
        assertThat(reporter.flush()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        letGo.countDown();
        awaitSinks();
        assertThat(reporter.sinks().get(0).sent()).isEqualTo(1);
    }
}
