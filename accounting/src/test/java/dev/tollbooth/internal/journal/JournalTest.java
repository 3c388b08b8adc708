package dev.tollbooth.internal.journal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.IncrementSource.Drain;
import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.table.OriginRow;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.topru.CumulativeRu;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.RunningStatement;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalTest {

    private static final RuOwner APP = new RuOwner("H2/shop", "warning", "app");
    private static final TextDigest A = TextDigest.ofNormalized("select a", "");
    private static final TextDigest B = TextDigest.ofNormalized("select b", "");
    private static final Estimate ESTIMATE =
            new Estimate(Estimate.SOURCE, new RuModel(0, 0, 65_536, 1_000, 1_024), 1e-9);

    private long now;
    private final StatementTable table = Leaks.table(() -> now);
    private final SchemaStatements schema = table.schema("shop");
    private SessionRegistry registry = Leaks.registry(table, () -> now, 20);
    private Session session = registry.open("app");
    private final Map<RuKey, RuTotals> drained = new TreeMap<>();
    private final RuTotals all = new RuTotals();
    private long increments;

    @BeforeEach
    void collect() {
        registry.setCollecting(true);
    }

    private Spender spender(RuOwner owner, @Nullable Estimate estimate) {
        return registry.spender(schema, owner, estimate);
    }

    private Statement begin(TextDigest digest) {
        Statement statement = new Statement(session);
        statement.begin(spender(APP, null), digest, true, now);
        return statement;
    }

    private void execute(Session by, RuOwner owner, TextDigest digest, double ru) {
        Statement statement = new Statement(by);
        statement.begin(spender(owner, null), digest, registry.isCollecting(), now);
        statement.finish(now + 1);
        statement.tell(ru);
    }

    private boolean drain(Drain how) {
        return registry.drain(now, how, (key, digest, spent) -> {
            increments++;
            drained.computeIfAbsent(key, same -> new RuTotals()).add(spent);
            all.add(spent);
        });
    }

    private void tick() {
        drain(Drain.SAMPLE);
        registry.tick();
    }

    private RuTotals of(TextDigest digest) {
        return drained.getOrDefault(RuKey.statement(APP, digest.sha256(), Sha256.NONE), new RuTotals());
    }

    /**
     * Tests a row without executions, which is not shown: its other figures would be missing in the sum of shown rows.
     */
    @Test
    void read_ofAnExecutionWhoseRowWasFolded_isShownWhereThatCounts() {
        Statement statement = begin(A);
        statement.finish(1);
        assertThat(table.list()).extracting(StatementSnapshot::count).containsExactly(1L);
        table.evictColdest(1);
        Journal claimed = session.claim();
        claimed.setRead(50, 0, 0, false);
        claimed.setFetched(7, 0);
        Account account = spender(APP, null).account(A, Sha256.NONE);
        session.endRead(claimed, account, EntryRuState.REPORTED.flags(true), 0);
        session.rowsAffected(spender(APP, null).account(A, Sha256.NONE), 3);
        statement.tell(2.5);

        StatementSnapshot rest = table.list().get(0);
        assertThat(table.list()).hasSize(1);
        assertThat(rest.digest()).isNull();
        assertThat(List.of(rest.count(), rest.rowsSent(), rest.rowsAffected(), rest.fetchNanos()))
                .containsExactly(1L, 50L, 3L, 7L);
        assertThat(rest.sumRu()).isEqualTo(2.5);
        assertThat(table.size()).as("no place for a row without executions").isZero();
    }

    @Test
    void advice_ofAStatementThatGetsAnotherPlan_namesBoth() {
        for (int minute = 1; minute <= 8; minute++) {
            Sha256 plan = Sha256.ofHex((minute <= 4 ? "aa11" : "bb22").repeat(16));
            for (int i = 0; i < 150; i++) {
                Statement statement = new Statement(session);
                statement.begin(spender(APP, null).account(A, plan), EntryRuState.REPORTED, true, now);
                now += MILLISECONDS.toNanos(minute <= 4 ? 1 : 20);
                statement.finish(now);
            }
            now = SECONDS.toNanos(60L * minute);
            table.adviser().look();
        }
        assertThat(table.advice())
                .extracting(Advice::why)
                .anyMatch(why -> why.endsWith("plan aa11aa11 before and bb22bb22 since"));
    }

    private static TextDigest digest(int number) {
        return TextDigest.ofNormalized("select " + number, "");
    }

    @Test
    void tick_runningTotalsThenFinish_sumIsTheLastTotal() {
        CumulativeRu readings = new CumulativeRu();
        Statement statement = begin(A);
        now = SECONDS.toNanos(1);
        statement.tell(readings.advance(10));
        tick();
        assertThat(of(A).ru()).isEqualTo(10);
        assertThat(of(A).execCount()).as("counts when it ends").isZero();
        statement.tell(readings.advance(15));
        tick();
        now = SECONDS.toNanos(2);
        statement.finish(now);
        statement.tell(readings.advance(22));
        tick();
        assertThat(of(A)).hasToString("ru=22.0 execCount=1 durationNanos=2000000000 unknownCount=0 offCount=0");
    }

    @Test
    void account_digestOfTwoSpendersAndPlans_isEachOnesOwnAndNeverAClosedOne() {
        TextDigest digest = digest(1);
        Spender app = spender(APP, null);
        Spender batch = spender(new RuOwner("H2/shop", "warning", "batch"), null);
        Sha256 plan = digest(2).sha256();
        List<Account> first = List.of(
                app.account(digest, Sha256.NONE), batch.account(digest, Sha256.NONE), app.account(digest, plan));
        assertThat(first).doesNotHaveDuplicates();
        assertThat(List.of(
                        app.account(digest, Sha256.NONE),
                        batch.account(digest, Sha256.NONE),
                        app.account(digest, plan)))
                .isEqualTo(first);
        registry.sweepUnused();
        registry.sweepUnused();
        assertThat(digest.account).as("it keeps nothing alive").isNull();
        Account reopened = app.account(digest, Sha256.NONE);
        assertThat(reopened).isNotIn(first);
        assertThat(reopened.isClosed()).isFalse();
    }

    @Test
    void tick_runningTotalThatIsReset_isNeverTakenBack() {
        CumulativeRu readings = new CumulativeRu();
        Statement statement = begin(A);
        for (double total : new double[] {10, 0, 5}) {
            statement.tell(readings.advance(total));
            tick();
        }
        assertThat(of(A).ru()).isEqualTo(15);
    }

    @Test
    void tick_statementWhoseHintComesAtItsEnd_isChargedByTheHintAlone() {
        Statement statement = new Statement(session);
        Account estimated =
                spender(new RuOwner("H2/shop", "estimate", "app"), ESTIMATE).account(A, Sha256.NONE);
        statement.begin(estimated, true, now);
        // a server may report the cost: so the time of a running execution has no cost
        Statement told = new Statement(session);
        told.begin(spender(APP, null), B, true, now);
        for (int second = 1; second <= 2; second++) {
            now = SECONDS.toNanos(second);
            tick();
        }
        assertThat(of(B).isZero()).as("no free statement that never ran").isTrue();
        assertThat(all.durationNanos()).isEqualTo(SECONDS.toNanos(2));
        now += MILLISECONDS.toNanos(500);
        told.finish(now);
        told.tell(42.5);
        statement.finish(now);
        tick();
        assertThat(of(B)).hasToString("ru=42.5 execCount=1 durationNanos=2500000000 unknownCount=0 offCount=0");
        assertThat(all.ru()).isCloseTo(42.5 + 2.5, within(1e-9));
        assertThat(all.execCount()).isEqualTo(2);
    }

    @Test
    void finish_underAnotherSourceAndPlanThanItBegan_isOneRecordWithAllOfItsTime() {
        Statement statement = new Statement(session);
        // an owner as the proxy makes it if a server may report
        RuOwner estimated = new RuOwner("H2/shop", "estimate", "app");
        statement.begin(spender(estimated, ESTIMATE).account(A, Sha256.NONE), EntryRuState.REPORTED, true, now);
        for (int second = 1; second <= 3; second++) {
            now = SECONDS.toNanos(second);
            tick();
        }
        Sha256 plan = B.sha256();
        now += MILLISECONDS.toNanos(500);
        statement.finish(spender(APP, null).account(A, plan), now, EntryRuState.REPORTED);
        statement.tell(7);
        tick();
        assertThat(drained).containsOnlyKeys(RuKey.statement(APP, A.sha256(), plan));
        assertThat(all).hasToString("ru=7.0 execCount=1 durationNanos=3500000000 unknownCount=0 offCount=0");
    }

    @Test
    void finish_lateWhileAnotherRuns_isCreditedToItsOwn() {
        Statement a = begin(A);
        now = SECONDS.toNanos(1);
        tick();
        Statement b = begin(B);
        now = SECONDS.toNanos(3);
        tick();
        a.finish(now);
        tick();
        a.tell(7);
        tick();
        b.finish(now);
        b.tell(5);
        tick();
        assertThat(of(A)).hasToString("ru=7.0 execCount=1 durationNanos=3000000000 unknownCount=0 offCount=0");
        assertThat(of(B)).hasToString("ru=5.0 execCount=1 durationNanos=2000000000 unknownCount=0 offCount=0");
    }

    @Test
    void tick_beginAndFinishBetweenTwoTicks_isCountedWhole() {
        Statement statement = begin(A);
        now = MILLISECONDS.toNanos(200);
        statement.finish(now);
        statement.tell(3);
        tick();
        tick();
        assertThat(increments).isEqualTo(1);
        assertThat(of(A)).hasToString("ru=3.0 execCount=1 durationNanos=200000000 unknownCount=0 offCount=0");
    }

    @Test
    void tick_unknownAndOff_areCountedBesideAndNeverAsZero() {
        for (EntryRuState state : new EntryRuState[] {EntryRuState.UNKNOWN, EntryRuState.OFF, EntryRuState.REPORTED}) {
            Statement statement = begin(A);
            statement.finish(now + 5, state);
            if (state == EntryRuState.REPORTED) {
                statement.tell(2);
            }
        }
        tick();
        assertThat(of(A)).hasToString("ru=2.0 execCount=3 durationNanos=15 unknownCount=1 offCount=1");
    }

    @Test
    void tick_clockReadAfterTheEnd_takesTheTimeThatIsTooMuchOffTheNextOne() {
        RuOwner owner = new RuOwner("H2/shop", "estimate", "app");
        Statement statement = new Statement(session);
        statement.begin(spender(owner, ESTIMATE), A, true, now);
        now = SECONDS.toNanos(4);
        tick();
        assertThat(all.ru()).isEqualTo(4);
        statement.finish(now - 5);
        tick();
        assertThat(all.execCount()).isEqualTo(1);
        assertThat(all.durationNanos()).isEqualTo(now);
        assertThat(registry.undrained().durationNanos()).isEqualTo(-5);
        statement.begin(spender(owner, ESTIMATE), A, true, now);
        statement.finish(now + 8);
        tick();
        assertThat(all.durationNanos()).isEqualTo(now + 3);
        assertThat(registry.undrained().isZero()).isTrue();
    }

    @Test
    void account_newStatement_isHashedByTheTick() {
        TextDigest fresh = TextDigest.ofNormalized("select fresh", "");
        execute(session, APP, fresh, 1);
        registry.settleAll();
        assertThat(fresh.hashWeight(ObjectLayout.USUAL)).isZero();
        tick();
        assertThat(fresh.hashWeight(ObjectLayout.USUAL)).isPositive();
        assertThat(of(fresh).execCount()).isEqualTo(1);
    }

    @Test
    void account_moreThanThereMayBe_keepsTheDearestAndCountsTheRestAsTheOwnersOthers() {
        execute(session, APP, A, 1_000);
        for (int i = 0; i < 200; i++) {
            execute(session, APP, digest(i), 1);
        }
        registry.tick(); // which sweeps, so that there is room again
        Statement running = begin(B);
        for (int i = 200; i < 400; i++) {
            execute(session, APP, digest(i), 1);
        }
        running.finish(now + 1);
        running.tell(500);
        tick();
        assertThat(registry.accounts()).isLessThanOrEqualTo(26);
        assertThat(of(A).ru()).isEqualTo(1_000);
        assertThat(of(B).ru()).isEqualTo(500);
        assertThat(drained.get(RuKey.userOthers(APP)).execCount()).isBetween(370L, 400L);
        assertThat(all.execCount()).isEqualTo(402);
        assertThat(all.ru()).isEqualTo(1_900);
        assertThat(registry.foldedKeys())
                .isEqualTo(drained.get(RuKey.userOthers(APP)).execCount());
        assertThat(table.executions()).isEqualTo(402);
        assertThat(table.find("shop", digest(399).sha256()).count()).isEqualTo(1);
    }

    @Test
    void spender_moreThanThereMayBe_keepsTheDearestAndCountsTheRestAsGlobalOthers() {
        for (int i = 0; i < 400; i++) {
            execute(session, new RuOwner("H2/shop", "warning", "user" + i), A, i == 7 ? 1_000 : 1);
        }
        tick();
        assertThat(drained.get(RuKey.globalOthers("warning")).execCount()).isBetween(300L, 399L);
        assertThat(drained.entrySet().stream()
                        .filter(entry -> entry.getKey().owner().user().equals("user7"))
                        .mapToDouble(entry -> entry.getValue().ru())
                        .sum())
                .isEqualTo(1_000);
        assertThat(all.execCount()).isEqualTo(400);
    }

    @Test
    void account_digestsOfMoreBytesThanTheyMayHold_letsTheLeastDearGo() {
        registry = Leaks.registry(table, () -> now, 80_000);
        registry.setCollecting(true);
        session = registry.open("app");
        String columns = "a, ".repeat(300);
        registry.limitDigests(10_000);
        for (int i = 0; i < 1_000; i++) {
            execute(session, APP, TextDigest.ofNormalized("select " + columns + i, ""), 1);
            assertThat(registry.digestBytes()).isLessThan(15_000);
        }
        tick();
        assertThat(all.execCount()).isEqualTo(1_000);
        assertThat(drained.get(RuKey.userOthers(APP)).execCount()).isBetween(980L, 999L);
    }

    @Test
    void account_unusedForTwoSweeps_isClosed_andAStatementThatHasItFindsAnother() {
        Account account = spender(APP, null).account(A, Sha256.NONE);
        execute(session, APP, A, 1);
        tick();
        registry.sweepUnused();
        registry.sweepUnused();
        assertThat(registry.accounts()).isZero();
        assertThat(account.isOf(A, account.spender(), account.plan())).isFalse();
        assertThat(spender(APP, null).account(A, Sha256.NONE)).isNotSameAs(account);
        // a thread that has just found it
        Statement late = new Statement(session);
        late.begin(account, true, now);
        late.finish(now + 1);
        assertThat(table.find("shop", A.sha256()).count()).isEqualTo(2);
    }

    @Test
    void account_ofWhatRunsForLong_isNeverTakenForAnother() {
        Statement running = begin(A);
        for (int i = 0; i < 5; i++) {
            now += 1_000_000_000; // numbers are given back
            registry.sweepUnused();
            for (int j = 0; j < 40; j++) {
                execute(session, APP, digest(100 * i + j), 1);
            }
        }
        assertThat(registry.list()).extracting(RunningStatement::digest).containsExactly(A);
        running.finish(now + 1);
        running.tell(3);
        assertThat(table.find("shop", A.sha256()).count()).isEqualTo(1);
        assertThat(table.find("shop", A.sha256()).sumRu()).isEqualTo(3);
        assertThat(table.lost()).isZero();
    }

    @Test
    void drain_closedOrLeakedSession_losesNothing() {
        Session closed = registry.open("app");
        Statement open = new Statement(closed);
        open.begin(spender(APP, null), A, true, now);
        execute(closed, APP, A, 1);
        registry.close(closed);
        Session leaked = registry.open("app");
        execute(leaked, APP, B, 1);
        Leaks.leak(leaked);
        tick();
        assertThat(all.execCount()).isEqualTo(2);
        // an execution and a result set that end after the close of their connection
        open.finish(now + 2);
        open.fetched(9);
        open.tell(4);
        tick();
        assertThat(of(A)).hasToString("ru=5.0 execCount=2 durationNanos=12 unknownCount=0 offCount=0");
        assertThat(registry.size()).as("the open one").isEqualTo(1);
        assertThat(drain(Drain.SAMPLE)).isFalse();
    }

    @Test
    void drain_switchedOff_countsWhatEndsLater() {
        Statement running = begin(A);
        now = SECONDS.toNanos(1);
        assertThat(drain(Drain.LAST_SAMPLE)).isTrue();
        registry.setCollecting(false);
        now = SECONDS.toNanos(3);
        running.finish(now);
        running.tell(8);
        assertThat(registry.endedWhileOff().get(APP.source()))
                .hasToString("ru=8.0 execCount=1 durationNanos=3000000000 unknownCount=0 offCount=0");
        assertThat(drain(Drain.FINISHED_ONLY)).isFalse();
        assertThat(all.execCount()).isZero();
        execute(session, APP, B, 1);
        assertThat(registry.endedWhileOff().get(APP.source()).execCount())
                .as("began while off")
                .isEqualTo(1);
    }

    @Test
    void read_afterManyExecutions_seesAllOfThem() {
        for (int i = 1; i <= 1_000; i++) {
            execute(session, APP, A, 1);
            if (i % 7 == 0) {
                StatementSnapshot row = table.find("shop", A.sha256());
                assertThat(row.count()).isEqualTo(i);
                assertThat(row.sumRu()).isEqualTo(i);
            }
        }
        session.transactionEnded(true, now, 5, 0);
        assertThat(table.event(EventKind.COMMIT).count()).isEqualTo(1);
        table.reset();
        assertThat(table.executions()).isEqualTo(1_000);
        assertThat(table.list()).isEmpty();
    }

    @Test
    void claim_ofManyAtOnce_givesEachAJournalAndTakesThemBack() {
        List<Statement> running = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            running.add(begin(digest(i)));
        }
        Set<String> ids = ids();
        assertThat(ids).hasSize(100);
        for (int i = 0; i < 1_000; i++) {
            execute(session, APP, A, 1); // the long ones hold nobody up
        }
        assertThat(table.find("shop", A.sha256()).count()).isEqualTo(1_000);
        running.forEach(statement -> statement.finish(now + 1));
        assertThat(session.isIdle()).isTrue();
        tick();
        assertThat(session.journals.lanes()).hasSize(1);
        assertThat(table.executions()).isEqualTo(1_100);

        for (int i = 0; i < 100; i++) {
            begin(digest(i));
        }
        assertThat(ids()).hasSize(100).doesNotContainAnyElementsOf(ids); // a late cancel must hit none of these
    }

    @Test
    void claim_whileAThreadThatExecutesHasTheLock_has256PlacesAndThenWaits() throws InterruptedException {
        execute(session, APP, A, 1);
        Journal journal = session.journals.lanes()[0];
        table.lock().lockWithPatience();
        Thread writer;
        try {
            writer = new Thread(() -> {
                for (int i = 1; i < 1_000; i++) {
                    execute(session, APP, A, 1);
                }
            });
            writer.start();
            while (!table.lock().hasQueuedThread(writer)) {
                Thread.onSpinWait();
            }
            assertThat(journal.published()).isEqualTo(256);
        } finally {
            table.lock().unlock();
        }
        writer.join();
        assertThat(table.find("shop", A.sha256()).count()).isEqualTo(1_000);
        assertThat(journal.bytes()).isBetween(256L * 64, 256L * 64 + 200);
    }

    /**
     * Tests that no statement waits while the system does not schedule the worker or a reader for some milliseconds.
     */
    @Test
    void claim_whileAThreadOfOursHasTheLock_takesMorePlacesAndDoesNotWait_andTicksTakeThemBack()
            throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            execute(session, APP, A, 1);
        }
        registry.settleAll(); // what is not settled begins amid the ring
        Journal journal = session.journals.lanes()[0];
        table.lock().lock();
        try {
            Thread writer = new Thread(() -> {
                for (int i = 20; i < 10_000; i++) {
                    execute(session, APP, i < 5_000 ? A : digest(i), 1); // at last of accounts that have no number
                }
            });
            writer.start();
            writer.join(60_000);
            assertThat(writer.isAlive()).as("waits for the lock").isFalse();
            assertThat(journal.published()).isEqualTo(20_000);
        } finally {
            table.lock().unlock();
        }
        assertThat(table.executions()).isEqualTo(10_000);
        assertThat(table.find("shop", A.sha256()).count()).isEqualTo(5_000);
        assertThat(table.find("shop", A.sha256()).sumRu()).isEqualTo(5_000);
        assertThat(List.of(5_000, 7_000, 9_999))
                .allSatisfy(each -> assertThat(
                                table.find("shop", digest(each).sha256()).sumRu())
                        .isEqualTo(1));
        assertThat(journal.bytes()).isGreaterThan(20_000L * 64);

        execute(session, APP, A, 1);
        tick();
        tick();
        assertThat(journal.bytes()).as("64 places").isBetween(64L * 64, 64L * 64 + 300);
        execute(session, APP, A, 1);
        assertThat(table.executions()).isEqualTo(10_002);
    }

    private Set<String> ids() {
        return registry.list().stream().map(RunningStatement::id).collect(Collectors.toSet());
    }

    @Test
    void perTransaction_executionsInOne_areCountedWhenItEnds() {
        session.setAutoCommit(false);
        for (int transaction = 1; transaction <= 3; transaction++) {
            for (int i = 0; i < 10 * transaction; i++) {
                execute(session, APP, A, 0);
            }
            session.transactionEnded(true, now, 1, 0);
        }
        assertThat(table.find("shop", A.sha256()).maxPerTransaction()).isEqualTo(30);
    }

    @Test
    void origin_ofExecutionAndItsRows_isTheRowsShare() {
        int orders = table.originNames().number("GET /orders");
        session.setAutoCommit(false);
        Statement statement = new Statement(session).of(orders);
        for (int i = 0; i < 12; i++) {
            statement.begin(spender(APP, null), A, true, now);
            statement.finish(now);
            statement.tell(2);
        }
        statement.fetched(40);
        execute(session, APP, A, 3);
        List<OriginRow> rows = table.origins(A.sha256());
        assertThat(rows).extracting(OriginRow::origin).containsExactly("GET /orders", null);
        assertThat(rows).extracting(row -> row.totals().count()).containsExactly(12L, 1L);
        assertThat(rows).extracting(row -> row.totals().repeatedTransactions()).containsExactly(1L, 0L);
        assertThat(rows).extracting(row -> row.totals().repeatedExecutions()).containsExactly(12L, 1L);
        assertThat(rows).extracting(row -> row.totals().ru()).containsExactly(24.0, 3.0);
        assertThat(rows).extracting(row -> row.totals().fetchNanos()).containsExactly(40L, 0L);
    }

    /** Tests an execution whose stack has no room for the call that counts it. */
    @Test
    void failure_notedByAssignment_isCountedOnceByWhoComesNext() {
        Failures failures = new Failures(() -> now);
        registry = new SessionRegistry(
                table,
                new SessionRegistry.Clock(() -> now, new AccountingSwitch(), failures),
                new SessionRegistry.Options(null, null, false));
        Session open = registry.open("app");
        Session closed = registry.open("app");
        Session leaked = registry.open("app");
        open.failures.uncounted += 3;
        leaked.failures.uncounted += 5;
        closed.failures.uncounted += 7;
        failures.uncounted += 11;
        registry.close(closed);
        Leaks.leak(leaked);
        registry.tick();
        assertThat(failures.count(Place.END)).isEqualTo(3 + 5 + 7 + 11);
        open.failures.uncounted++;
        open.failures.settle();
        registry.tick();
        assertThat(failures.count(Place.END)).isEqualTo(3 + 5 + 7 + 11 + 1);
    }

    @Test
    void fit_withoutMemory_keepsThePlacesThatItHas() {
        assumeThat(Runtime.getRuntime().maxMemory()).isLessThan(8L << 30);
        for (int i = 0; i < 100; i++) {
            execute(session, APP, A, 1);
        }
        registry.settleAll();
        Journal journal = session.journals.lanes()[0];
        long before = journal.bytes();
        journal.progress.waiting(1 << 27); // 64 bytes each
        assertThatCode(journal::narrow).doesNotThrowAnyException(); // an error of this kind ends JUnit
        assertThat(journal.bytes()).isEqualTo(before);
        execute(session, APP, A, 1);
        assertThat(table.executions()).isEqualTo(101);
    }

    @Test
    void claimUnlessDue_afterTheRingBecameSmaller_leavesEntriesThatAreNotApplied() {
        Journal journal = new Journal(0);
        for (int places = 16; places < 256; places *= 2) {
            while (!journal.isFull()) {
                assertThat(journal.claim()).isTrue();
                journal.publish(0);
            }
            assertThat(journal.widen(256, bytes -> true)).isTrue();
        }
        apply(journal);
        assertThat(journal.claim()).isTrue();
        assertThat(journal.findRoom()).isTrue();
        journal.publish(0);
        apply(journal);
        journal.narrow();
        while (journal.claimUnlessDue()) {
            journal.publish(0);
        }
        assertThat(journal.unsettled()).as("of 64 places").isLessThanOrEqualTo(64);
    }

    private static void apply(Journal journal) {
        journal.progress.next = journal.published();
        journal.giveBack();
    }

    @Test
    void claim_afterAnExecutionThatCouldNotBeEnded_takesItsJournal() {
        Journal left = session.claim(() -> {});
        session.failures.uncounted++;
        left.unended = left.entry();
        Journal claimed = session.claim(() -> {});
        assertThat(claimed).isSameAs(left);
        assertThat(claimed.entry()).isEqualTo(1);
        claimed.abandon(1);
        execute(session, APP, A, 1);
        assertThat(table.executions()).isEqualTo(1);
    }

    @Test
    void finish_inAnotherState_replacesTheFlagsOfTheBegin() {
        Account account = spender(APP, ESTIMATE).account(A, Sha256.NONE);
        Statement statement = new Statement(session);
        statement.begin(account, EntryRuState.ESTIMATED, true, 0);
        statement.finish(5, EntryRuState.UNKNOWN);
        drain(Drain.SAMPLE);
        assertThat(List.of(all.execCount(), all.unknownCount())).containsExactly(1L, 1L);
        assertThat(all.ru()).isZero();
    }

    @Test
    void forget_afterTheRingWasWidened_letsGoOfEachAccount() {
        Account account = spender(APP, null).account(A, Sha256.NONE);
        UnnumberedAccounts accounts = new UnnumberedAccounts();
        for (int entry = 16; entry < 32; entry++) {
            accounts.keep(account, entry - 16, 16);
        }
        accounts.forget(16);
        accounts.widen(17, 32);
        assertThat(accounts.get(16)).isNull();
        for (int entry = 17; entry < 32; entry++) {
            assertThat(accounts.get(entry)).isSameAs(account);
            accounts.forget(entry);
        }
        assertThat(kept(accounts, 32)).isZero();
    }

    @Test
    void forget_besideAThreadThatWidensTheRing_letsGoOfEachAccount() throws Exception {
        int places = 4_096;
        Account account = spender(APP, null).account(A, Sha256.NONE);
        ExecutorService settler = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < 300; round++) {
                UnnumberedAccounts accounts = new UnnumberedAccounts();
                for (int place = 0; place < places; place++) {
                    accounts.keep(account, place, places);
                }
                CountDownLatch begun = new CountDownLatch(1);
                Future<?> forgotten = settler.submit(() -> {
                    begun.countDown();
                    for (int entry = 0; entry < places; entry++) {
                        accounts.forget(entry);
                    }
                });
                begun.await();
                accounts.widen(0, places);
                forgotten.get();
                assertThat(kept(accounts, 2 * places)).isZero();
            }
        } finally {
            settler.shutdown();
        }
    }

    private static long kept(UnnumberedAccounts accounts, int places) {
        return IntStream.range(0, places)
                .filter(place -> accounts.get(place) != null)
                .count();
    }
}
