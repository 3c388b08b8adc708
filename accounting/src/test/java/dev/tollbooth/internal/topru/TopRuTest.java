package dev.tollbooth.internal.topru;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.IncrementSink;
import dev.tollbooth.internal.cost.IncrementSource;
import dev.tollbooth.internal.cost.IncrementSource.Drain;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.cost.SpendingWatch;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Leaks;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.internal.journal.Statement;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlItem;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TopRuTest {

    private static final RuOwner OWNER = new RuOwner("H2/shop", "estimate", "app");
    private static final TextDigest SELECT = TextDigest.ofNormalized("select ?", "select");

    private long now;
    private static final Estimate ESTIMATE =
            new Estimate(Estimate.SOURCE, new RuModel(0, 0, 65_536, 1_000, 1_024), 1e-9);

    private final StatementTable table = Leaks.table(() -> now);
    private final SchemaStatements schema = table.schema("shop");
    private final SessionRegistry sessions = Leaks.registry(table, () -> now, 80_000);
    private final TopRu topRu = new TopRu(
            ItemInterval.SECONDS_60,
            sessions,
            () -> now,
            () -> now / 1_000_000,
            new DropCounters(),
            new Failures(() -> now));
    private final List<Window> windows = new ArrayList<>();

    private Statement statement(String user) {
        return new Statement(sessions.open(user));
    }

    private Spender spender(RuOwner owner, @Nullable Estimate estimate) {
        return sessions.spender(schema, owner, estimate);
    }

    private void execute(RuOwner owner, TextDigest digest, int times, double ru) {
        Statement statement = statement(owner.user());
        for (int i = 0; i < times; i++) {
            statement.begin(spender(owner, null), digest, true, now);
            statement.finish(now + 10);
            statement.tell(ru / times);
        }
        sessions.close(statement.session);
    }

    @Test
    void tick_executionOfNinetySeconds_isInBothWindowsWithItsFullDuration() {
        topRu.onWindow(windows::add);
        Lease lease = topRu.subscribe(ItemInterval.SECONDS_60);
        Statement statement = statement("app");
        statement.begin(spender(OWNER, ESTIMATE), SELECT, true, now);
        for (int second = 1; second <= 90; second++) {
            now = SECONDS.toNanos(second);
            topRu.tick();
        }
        statement.finish(now);
        statement.tell(10);
        now = SECONDS.toNanos(120);
        topRu.tick();
        topRu.close();
        lease.close();
        assertThat(windows).hasSize(3);
        assertThat(windows).allSatisfy(window -> {
            assertThat(window.ruRecords().get(0).scope()).isEqualTo(RecordScope.STATEMENT);
        });
        assertThat(windows.stream()
                        .flatMap(window -> window.ruRecords().stream())
                        .flatMap(ru -> ru.items().stream())
                        .mapToLong(item -> item.execDurationNanos()))
                .containsExactly(SECONDS.toNanos(59), SECONDS.toNanos(31), 0L);
        assertThat(windows.stream()
                        .flatMap(window -> window.ruRecords().stream())
                        .flatMap(ru -> ru.items().stream())
                        .mapToDouble(item -> item.ru())
                        .sum())
                .isEqualTo(100);
        assertThat(topRu.text(SELECT.sha256())).isEqualTo("select ?");
    }

    /** Tests a drain that meets a stuck lock. */
    @Test
    void tick_drainThatFails_losesNothingOfWhatItHasTakenOrWhatHadWaited() {
        int[] accepted = {0};
        IncrementSource failing = (IncrementSource) Proxy.newProxyInstance(
                IncrementSource.class.getClassLoader(),
                new Class<?>[] {IncrementSource.class},
                (proxy, method, args) -> {
                    if (method.getName().equals("drain")) {
                        return sessions.drain((long) args[0], (Drain) args[1], (key, digest, spent) -> {
                            if (accepted[0]++ == 3) {
                                throw new IllegalStateException("stuck");
                            }
                            ((IncrementSink) args[2]).accept(key, digest, spent);
                        });
                    }
                    return method.invoke(sessions, args);
                });
        TopRu collector = new TopRu(
                ItemInterval.SECONDS_60,
                failing,
                () -> now,
                () -> now / 1_000_000,
                new DropCounters(),
                new Failures(() -> now));
        collector.onWindow(windows::add);
        collector.subscribe(ItemInterval.SECONDS_60);
        collector.sample();
        collector.sample(); // the queue is full
        execute(OWNER, SELECT, 1, 1);
        collector.sample(); // waits
        for (int user = 0; user < 3; user++) {
            execute(new RuOwner("H2/shop", "estimate", "user" + user), SELECT, 1, 10);
        }
        assertThatThrownBy(collector::sample).hasMessage("stuck");
        assertThat(collector.isIdle()).isFalse();
        collector.tick();
        execute(OWNER, SELECT, 1, 100);
        accepted[0] = 3; // the last drain fails, too
        assertThatThrownBy(collector::close).hasMessage("stuck");

        assertThat(windows.stream()
                        .flatMap(window -> window.ruRecords().stream())
                        .flatMap(record -> record.items().stream())
                        .mapToDouble(RuItem::ru)
                        .sum())
                .isEqualTo(31);
        assertThat(sessions.undrained().ru()).isEqualTo(100);
    }

    private void tickAt(long seconds) {
        now = SECONDS.toNanos(seconds);
        topRu.tick();
    }

    private void executeAt(long seconds, int times, double ru) {
        execute(OWNER, SELECT, times, ru);
        tickAt(seconds);
    }

    /**
     * Tests that no time is estimated beside a reported cost, because the estimate would have another source, and no
     * execution.
     */
    @Test
    void tick_statementsWhoseSourceAndPlanAreToldAtTheEnd_areOneRecordEachWithOneOthers() {
        topRu.onWindow(windows::add);
        topRu.subscribe(ItemInterval.SECONDS_15);
        List<Statement> running = new ArrayList<>();
        for (int user = 0; user < 120; user++) {
            Statement statement = statement("user" + user);
            Spender estimated = spender(new RuOwner("H2/shop", "estimate", "user" + user), ESTIMATE);
            statement.begin(estimated.account(SELECT, Sha256.NONE), EntryRuState.REPORTED, true, now);
            running.add(statement);
        }
        for (int half = 1; half <= 45; half++) {
            now += SECONDS.toNanos(1) / 2;
            topRu.tick(); // windows close meanwhile, too
        }
        assertThat(windows).isEmpty();
        Sha256 plan = TextDigest.ofNormalized("plan", "").sha256();
        for (int user = 0; user < 120; user++) {
            Spender told = spender(new RuOwner("H2/shop", "warning", "user" + user), null);
            running.get(user).finish(told.account(SELECT, plan), now, EntryRuState.REPORTED);
            running.get(user).tell(7);
        }
        topRu.close();
        List<RuRecord> records = windows.get(0).ruRecords();
        assertThat(windows).hasSize(1);
        assertThat(records).hasSize(101).allMatch(row -> row.source().equals("warning"));
        assertThat(records.subList(0, 100))
                .allMatch(row -> row.planDigest().equals(plan))
                .flatExtracting(RuRecord::items)
                .containsOnly(new RuItem(15, 7, 1, now, 0, 0));
        assertThat(records.get(100).items()).containsExactly(new RuItem(15, 140, 20, 20 * now, 0, 0));
        assertThat(topRu.drops().snapshot()).isEmpty();
    }

    @Test
    void subscribe_toDurationsAlone_collectsNoRequestUnitsUntilSomebodyWantsThem() {
        topRu.onWindow(windows::add);
        Lease durations = topRu.subscribe(ItemInterval.SECONDS_60, Set.of(Collector.TOP_SQL));
        assertThat(topRu.consumers()).isZero();
        executeAt(10, 3, 5);
        tickAt(60);
        assertThat(Tiers.held(topRu).isZero()).isTrue();
        execute(OWNER, SELECT, 4, 6);
        Lease both = topRu.subscribe(ItemInterval.SECONDS_60);
        assertThat(topRu.consumers()).isEqualTo(1);
        executeAt(70, 5, 7);
        executeAt(120, 2, 8);
        both.close();
        tickAt(180);
        durations.close();
        topRu.close();
        assertThat(windows)
                .extracting(window -> window.sqlRecords().stream()
                        .flatMap(row -> row.items().stream())
                        .mapToLong(SqlItem::execCount)
                        .sum())
                .containsExactly(3L, 9L, 2L);
        assertThat(windows).extracting(window -> window.ruRecords().size()).containsExactly(0, 1, 0);
        assertThat(windows.get(1).ruRecords().get(0).items().get(0).ru()).isEqualTo(7);
        assertThat(topRu.lastHour()).hasSize(1);
        assertThat(topRu.drops().snapshot().get(DropReason.DISABLED))
                .extracting(DropCount::execCount, DropCount::ru)
                .containsExactly(9L, 19.0);
    }

    @Test
    void close_justAfterTheEdgeOfAWindow_givesBothWindowsOut() {
        topRu.onWindow(windows::add);
        topRu.subscribe(ItemInterval.SECONDS_15);
        now = SECONDS.toNanos(59);
        execute(OWNER, SELECT, 3, 5);
        topRu.tick();
        now = SECONDS.toNanos(60) + 1;
        execute(OWNER, SELECT, 4, 7);
        topRu.close();
        assertThat(windows)
                .extracting(window -> window.ruRecords().get(0).items().get(0).execCount())
                .containsExactly(3L, 4L);
        assertThat(topRu.drops().snapshot()).isEmpty();
    }

    @Test
    void lastLease_closedJustAfterTheEdgeOfAWindow_dropsWhatIsLeftAndCountsIt() {
        topRu.onWindow(windows::add);
        Lease lease = topRu.subscribe(ItemInterval.SECONDS_15);
        now = SECONDS.toNanos(59);
        execute(OWNER, SELECT, 3, 5);
        topRu.tick();
        now = SECONDS.toNanos(60) + 1;
        lease.close();
        topRu.close();
        assertThat(windows).isEmpty();
        assertThat(topRu.drops().snapshot().get(DropReason.DISABLED).execCount())
                .isEqualTo(3);
    }

    @Test
    void drop_ofTwoSources_hasNoSum() {
        topRu.onWindow(windows::add);
        Lease durations = topRu.subscribe(ItemInterval.SECONDS_15, Set.of(Collector.TOP_SQL));
        now = SECONDS.toNanos(1);
        execute(OWNER, SELECT, 3, 5);
        topRu.tick();
        DropCount one = topRu.drops().snapshot().get(DropReason.DISABLED);
        assertThat(one.ru()).isEqualTo(5);
        assertThat(one.ruSource()).isEqualTo("estimate");
        execute(new RuOwner("H2/shop", "postgres", "app"), SELECT, 4, 7);
        now = SECONDS.toNanos(2);
        topRu.tick();
        durations.close();
        topRu.close();
        DropCount both = topRu.drops().snapshot().get(DropReason.DISABLED);
        assertThat(both.ru()).isNull();
        assertThat(both.ruSource()).isEqualTo("mixed");
        assertThat(both.execCount()).isEqualTo(7);
        assertThat(both.plus(one).ru()).isNull();
        assertThat(DropCount.NONE.plus(one).plus(DropCount.NONE)).isEqualTo(one);
    }

    @Test
    void halve_fullBucket_freesMostOfItAndKeepsTheSums() {
        topRu.onWindow(windows::add);
        topRu.subscribe(ItemInterval.SECONDS_15);
        for (int user = 0; user < 200; user++) {
            RuOwner owner = new RuOwner("H2/shop", "estimate", "user" + user);
            for (int i = 0; i < 60; i++) {
                TextDigest digest = TextDigest.ofNormalized("select " + i, "select");
                execute(owner, digest, 1, user + 1.0);
            }
        }
        topRu.tick();
        RuTotals before = Tiers.held(topRu);
        long[] bytes = new long[4];
        for (int times = 0; times < bytes.length; times++) {
            topRu.halve(times);
            MemoryTraceManager traces = new MemoryTraceManager();
            topRu.register(traces);
            bytes[times] = traces.snapshot().totalBytes();
            assertThat(Tiers.held(topRu).execCount())
                    .isEqualTo(before.execCount())
                    .isEqualTo(12_000);
            assertThat(Tiers.held(topRu).ru()).isEqualTo(before.ru());
        }
        System.out.println("bytes of 12,000 keys in a bucket, halved 0, 1, 2, 3 times: " + Arrays.toString(bytes));
        assertThat(bytes[1]).isLessThan(bytes[0] * 2 / 3);
        assertThat(bytes[3]).isLessThan(bytes[0] / 3); // two sketches stay
        topRu.close();
        assertThat(windows.get(0).ruRecords()).hasSizeBetween(12 * 12, 12 * 13 + 1);
    }

    /** Tests that the source returns an increment again if a drain had no memory for it. */
    @Test
    void sample_incrementThatFindsNoMemory_isWatchedOnce() {
        boolean[] full = {true};
        TierLimits limits = new TierLimits(1, 1, 1, 1, 1, 1, (others, folded) -> {
            if (full[0]) {
                throw new OutOfMemoryError("injected");
            }
            others.add(folded);
        });
        TopRu collector = new TopRu(
                ItemInterval.SECONDS_60,
                sessions,
                () -> now,
                () -> now / 1_000_000,
                new DropCounters(),
                new Failures(() -> now),
                limits);
        List<Double> watched = new ArrayList<>();
        collector.watch(new SpendingWatch() {
            @Override
            public void at(long epochSeconds, long nowNanos) {}

            @Override
            public void spent(RuOwner owner, double ru) {
                watched.add(ru);
            }
        });
        collector.subscribe(ItemInterval.SECONDS_60);
        for (int i = 0; i < 3; i++) { // two have room
            execute(OWNER, TextDigest.ofNormalized("select " + i, ""), 1, 10);
        }
        assertThatThrownBy(collector::sample).isInstanceOf(OutOfMemoryError.class);
        assertThat(watched).hasSize(2);
        full[0] = false;
        collector.sample();
        assertThat(watched).containsExactly(10.0, 10.0, 10.0);
    }
}
