package dev.tollbooth.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the reporter with the real tiers, connected as in an instance. */
@Timeout(120)
class TopRuReportsTest {

    private static final RuOwner OWNER = new RuOwner("H2/shop", "estimate", "anna");
    private static final TextDigest SELECT = TextDigest.ofNormalized("select ?", "SELECT");

    private final AtomicLong nowNanos = new AtomicLong();
    private final Failures failures = new Failures(nowNanos::get);
    private final StatementTable statements =
            new StatementTable(StatementTableOptions.DEFAULT, nowNanos::get, new WallClock(0, 0));
    private final SessionRegistry sessions = new SessionRegistry(
            statements,
            new SessionRegistry.Clock(nowNanos::get, new AccountingSwitch(), failures),
            new SessionRegistry.Options(null, null, false));
    private final TopRu topRu = new TopRu(
            ItemInterval.SECONDS_60, sessions, nowNanos::get, this::epochMillis, new DropCounters(), failures);
    private final Reporter reporter = new Reporter(
            "shop",
            new WindowSource.OfTopRu(topRu, HashedTexts.ofPlans()),
            statements,
            topRu.drops(),
            nowNanos::get,
            this::epochMillis,
            failures,
            new Scheduler("tollbooth-test"));
    private final List<Report> taken = new CopyOnWriteArrayList<>();

    private long epochMillis() {
        return TimeUnit.NANOSECONDS.toMillis(nowNanos.get());
    }

    /** Executes a statement as the proxies do; returns whether it was collected. */
    private boolean execute(DrivenSession session, double ru) {
        return session.begin(SELECT, () -> {}, nowNanos.get()).end(1_000_000, ru);
    }

    private DrivenSession open() {
        return new DrivenSession(sessions, statements.schema("shop"), OWNER);
    }

    /** Lets seconds pass one by one, and waits each time until {@code subscription} has received all reports. */
    private void passTo(long seconds, Subscription subscription) {
        while (nowNanos.get() < TimeUnit.SECONDS.toNanos(seconds)) {
            nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            topRu.tick();
            assertThat(subscription.sink().awaitIdle(TimeUnit.SECONDS.toNanos(60)))
                    .isTrue();
        }
    }

    @Test
    void subscribe_statementsRunForTwoMinutes_reportsAddUpToThem() {
        DrivenSession session = open();
        try (Subscription mine = reporter.subscribe("mine", taken::add, ItemInterval.SECONDS_15)) {
            for (int second = 1; second <= 130; second++) {
                execute(session, 2.5);
                passTo(second, mine);
            }
            topRu.close();
            reporter.close();
        }
        assertThat(taken)
                .extracting(report -> report.window().startEpochSeconds())
                .containsExactly(0L, 60L, 120L);
        assertThat(taken).extracting(report -> report.window().itemSeconds()).containsOnly(15);
        double ru = 0;
        long executions = 0;
        for (Report report : taken) {
            for (RuRecord record : report.window().ruRecords()) {
                assertThat(record.user()).isEqualTo("anna");
                for (RuItem item : record.items()) {
                    ru += item.ru();
                    executions += item.execCount();
                }
            }
            assertThat(report.sqlMetas()).containsExactly(new TextMeta("H2/shop", SELECT.sha256(), "select ?"));
        }
        assertThat(executions).isEqualTo(130);
        assertThat(ru).isCloseTo(325, within(1e-6));
        assertThat(taken.stream()
                        .flatMap(report -> report.statements().stream())
                        .mapToLong(StatementRecord::execCount)
                        .sum())
                .isEqualTo(130);
        assertThat(topRu.consumers()).isZero();
        assertThat(failures.counts()).isEmpty();
    }

    @Test
    void subscribe_finestConsumerLeaves_itemsGetWiderAgain() {
        DrivenSession session = open();
        Subscription coarse = reporter.subscribe("coarse", taken::add, ItemInterval.SECONDS_60);
        Subscription fine = reporter.subscribe("fine", report -> {}, ItemInterval.SECONDS_15);
        for (int second = 1; second <= 240; second++) {
            execute(session, 1);
            passTo(second, coarse);
            if (second == 70) {
                fine.close();
            }
        }
        coarse.close();
        assertThat(taken)
                .extracting(report -> report.window().startEpochSeconds() + ":"
                        + report.window().itemSeconds())
                .contains("0:15", "120:60");
        assertThat(sessions.isCollecting()).isFalse();
        topRu.close();
        reporter.close();
    }

    @Test
    void subscribe_consumersComeAndGoWhileStatementsRun_everythingReadIsReportedOrCounted() throws Exception {
        int executors = 2;
        int perThread = 20_000;
        AtomicLong read = new AtomicLong();
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(executors + 3);
        List<Future<?>> working = new ArrayList<>();
        List<Future<?>> switching = new ArrayList<>();
        try {
            for (int thread = 0; thread < executors; thread++) {
                working.add(threads.submit(() -> {
                    DrivenSession session = open();
                    for (int i = 0; i < perThread; i++) {
                        read.addAndGet(execute(session, 1) ? 1 : 0);
                    }
                    session.close();
                }));
            }
            for (int thread = 0; thread < 2; thread++) {
                long seed = thread;
                switching.add(threads.submit(() -> comeAndGo(new Random(seed), done)));
            }
            switching.add(threads.submit(() -> {
                while (!done.get()) {
                    // less than an hour in total, because older windows are forgotten
                    if (nowNanos.get() < TimeUnit.MINUTES.toNanos(50)) {
                        nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(900));
                    }
                    topRu.tick();
                }
            }));
            for (Future<?> future : working) {
                future.get();
            }
            done.set(true);
            for (Future<?> future : switching) {
                future.get();
            }
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
        assertThat(topRu.consumers()).isZero();
        long held = 0;
        for (int i = 0; i < 200; i++) {
            nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            topRu.tick();
        }
        topRu.close();
        reporter.close();
        for (Window window : topRu.lastHour()) {
            for (RuRecord record : window.ruRecords()) {
                held += record.items().stream().mapToLong(RuItem::execCount).sum();
            }
        }
        Map<DropReason, DropCount> drops = topRu.drops().snapshot();
        long dropped = 0;
        for (DropReason reason :
                List.of(DropReason.DISABLED, DropReason.ENDED_WHILE_OFF, DropReason.QUEUE_FULL, DropReason.RU_OFF)) {
            dropped += drops.getOrDefault(reason, DropCount.NONE).execCount();
        }
        System.out.println("switched while statements ran: read=" + read + ", reported=" + held + ", drops=" + drops);
        assertThat(held + dropped).isEqualTo(read.get());
        assertThat(failures.counts()).isEmpty();
    }

    private void comeAndGo(Random random, AtomicBoolean done) {
        ItemInterval[] intervals = ItemInterval.values();
        while (!done.get()) {
            try (Subscription subscription =
                    reporter.subscribe("visitor", report -> {}, intervals[random.nextInt(intervals.length)])) {
                assertThat(topRu.consumers()).isPositive();
                long leave = System.nanoTime() + random.nextInt(3_000_000);
                while (System.nanoTime() < leave && !done.get()) {
                    Thread.onSpinWait();
                }
                if (random.nextBoolean()) {
                    subscription.close();
                }
            }
        }
    }
}
