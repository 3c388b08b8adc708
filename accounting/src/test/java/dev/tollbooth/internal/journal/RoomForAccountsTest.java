package dev.tollbooth.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.IncrementSource.Drain;
import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.statement.RunningStatement;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests more users and statements than the accounts have room for: executions neither make room nor wait, and all are
 * counted.
 */
class RoomForAccountsTest {

    private static final int USERS = 200_000;
    /** The number of spenders with room: 8,000 and a third. */
    private static final int KEPT_USERS = 10_666;

    private static final TextDigest[] STATEMENTS = new TextDigest[500];
    private static final Estimate ESTIMATE =
            new Estimate(Estimate.SOURCE, new RuModel(0, 0, 65_536, 1_000, 1_024), 1e-9);

    static {
        for (int i = 0; i < STATEMENTS.length; i++) {
            STATEMENTS[i] = TextDigest.ofNormalized("select " + i, "");
        }
    }

    private long now;
    /** Tasks for the next readings of the clock, one for each. */
    private final Queue<Runnable> atReadings = new ArrayDeque<>();

    private final Ticker ticker = () -> {
        Runnable due = atReadings.poll();
        if (due != null) {
            due.run();
        }
        return now;
    };
    private final StatementTable table = Leaks.table(ticker);
    private SessionRegistry registry = Leaks.registry(table, ticker, Accounts.MOST);
    private Session session = registry.open("app");
    private final Map<RuKey, RuTotals> drained = new HashMap<>();
    private final RuTotals all = new RuTotals();

    @BeforeEach
    void collect() {
        registry.setCollecting(true);
    }

    private static RuOwner owner(int user) {
        return new RuOwner("H2/shop", "warning", "u" + user);
    }

    private Statement begin(RuOwner owner, TextDigest digest, @Nullable Estimate estimate) {
        Statement statement = new Statement(session);
        statement.begin(registry.spender(table.schema("shop"), owner, estimate), digest, true, now);
        return statement;
    }

    private void execute(RuOwner owner, TextDigest digest, double ru) {
        Statement statement = begin(owner, digest, null);
        statement.finish(now + 10);
        statement.tell(ru);
    }

    private void drain() {
        registry.drain(now, Drain.SAMPLE, (key, digest, spent) -> {
            drained.computeIfAbsent(key, same -> new RuTotals()).add(spent);
            all.add(spent);
        });
    }

    private RuTotals of(RuKey key) {
        return drained.getOrDefault(key, new RuTotals());
    }

    private long bytes() {
        MemoryTraceManager traces = new MemoryTraceManager();
        traces.register(MemoryPart.TOP_RU, "journals", registry::trace);
        return traces.tracked().totalBytes();
    }

    @Test
    void execute_ofManyUsersWhileNobodySweeps_isCountedAndTheRestIsOthers() {
        for (int i = 0; i < USERS; i++) {
            execute(owner(i), STATEMENTS[i % STATEMENTS.length], 0.1);
        }
        assertThat(registry.accounts()).as("nothing was closed").isEqualTo(KEPT_USERS);
        assertThat(bytes()).as("of all users").isLessThan(16L << 20);
        drain();
        assertThat(all.execCount()).isEqualTo(USERS);
        assertThat(all.durationNanos()).isEqualTo(10L * USERS);
        assertThat(all.ru()).isCloseTo(0.1 * USERS, within(1e-9 * USERS));
        assertThat(of(RuKey.globalOthers("warning")).execCount()).isEqualTo(USERS - KEPT_USERS);
        assertThat(registry.foldedKeys()).isEqualTo(USERS - KEPT_USERS);
        assertThat(table.lost()).isZero();
        assertThat(table.list()).hasSize(STATEMENTS.length).allMatch(row -> row.count() == USERS / STATEMENTS.length);
        assertThat(table.list().stream().mapToDouble(row -> row.sumRu()).sum()).isCloseTo(all.ru(), within(1e-6));
    }

    @Test
    void tick_afterManyUsers_makesRoomForWhoComesAndKeepsTheDearest() {
        for (int i = 0; i < USERS; i++) {
            execute(owner(i), STATEMENTS[0], i == 7 ? 1_000 : 1);
        }
        registry.tick();
        assertThat(registry.accounts()).isBetween(1, 6_000);
        execute(owner(USERS), STATEMENTS[0], 5);
        drain();
        assertThat(of(RuKey.statement(owner(7), STATEMENTS[0].sha256(), Sha256.NONE))
                        .ru())
                .isEqualTo(1_000);
        assertThat(of(RuKey.statement(owner(USERS), STATEMENTS[0].sha256(), Sha256.NONE))
                        .ru())
                .as("who came last")
                .isEqualTo(5);
        assertThat(all.execCount()).isEqualTo(USERS + 1);
        assertThat(all.ru()).isEqualTo(USERS + 999 + 5);
        for (int i = 0; i < 3; i++) {
            now += 1_000_000_000;
            registry.tick();
            registry.sweepUnused();
        }
        assertThat(registry.accounts()).isZero();
        assertThat(bytes()).as("all is given back").isLessThan(100_000);
    }

    @Test
    void spender_whichWasNotKept_isKeptOnceThereIsRoom() {
        registry = Leaks.registry(table, () -> now, 3);
        session = registry.open("app");
        registry.setCollecting(true);
        for (int i = 0; i < 10; i++) {
            execute(owner(i), STATEMENTS[0], 1);
        }
        Spender late = registry.spender(table.schema("shop"), owner(99), null); // as a connection holds it
        Account once = late.account(STATEMENTS[0], Sha256.NONE);
        assertThat(once.isNumbered()).isFalse();
        registry.tick();
        registry.tick();
        Account found = late.account(STATEMENTS[0], Sha256.NONE);
        assertThat(found.isNumbered()).isTrue();
        assertThat(found.spender().user()).isEqualTo("u99");
        assertThat(once.live()).as("what runs stays where it is").isSameAs(once);
    }

    /**
     * Tests that the sweeps for room each second and for unused accounts each ten seconds work even within one
     * millisecond.
     */
    @Test
    void entry_ofAnAccountThatWasClosedASecondAgo_countsInItsRow() {
        Account found = registry.spender(table.schema("shop"), owner(1), null).account(STATEMENTS[0], Sha256.NONE);
        registry.sweepUnused();
        Journal journal = session.claim(() -> {});
        int number = journal.number(found.live()); // the last look at the account before the entry is written
        for (int i = 0; i < 5; i++) {
            registry.sweepUnused();
            now += 200_000_000 - 1;
        }
        journal.publishEvent(Entry.head(number, Entry.EXECUTION, 0, 0), now, 10, 0);
        assertThat(found.isClosed()).isTrue();
        assertThat(table.find("shop", STATEMENTS[0].sha256())).isNotNull();

        for (int i = 0; i < 5; i++) {
            now += 1_000_000_000;
            registry.sweepUnused();
        }
        assertThat(bytes()).as("it is given back all the same").isLessThan(100_000);
    }

    /** Tests an execution that runs while its account is closed, and ends while the sweep applies another entry. */
    @Test
    void execution_thatEndsWhileItsClosedAccountIsReleased_countsInItsRow() {
        Statement running = begin(owner(1), STATEMENTS[0], null);
        Statement other = begin(owner(2), STATEMENTS[1], null);
        registry.sweepUnused();
        registry.sweepUnused();
        now += 2_000_000_000;
        atReadings.add(() -> other.finish(now)); // the sweep begins
        atReadings.add(() -> running.finish(now)); // the sweep makes the row of the other execution
        registry.sweepUnused();
        assertThat(atReadings).isEmpty();
        assertThat(table.find("shop", STATEMENTS[0].sha256())).isNotNull();
        assertThat(table.lost()).isZero();
    }

    /** Tests an execution that has stopped, and reads its cost from the server. */
    @Test
    void execution_thatReadsItsCostWhileItsClosedAccountIsReleased_countsInItsRow() {
        Statement running = begin(owner(1), STATEMENTS[0], null);
        for (int i = 0; i < 2; i++) {
            registry.sweepUnused();
        }
        running.stop();
        now += 2_000_000_000;
        registry.sweepUnused();
        running.finish(now);
        assertThat(table.find("shop", STATEMENTS[0].sha256())).isNotNull();
    }

    @Test
    void spender_whichWasForgottenMeanwhile_holdsNothingAndIsKeptAgain() {
        Spender held = registry.spender(table.schema("shop"), owner(1), null); // as a connection holds it
        for (TextDigest statement : STATEMENTS) {
            held.account(statement, Sha256.NONE);
        }
        for (int i = 0; i < 3; i++) {
            now += 1_000_000_000;
            registry.sweepUnused();
        }
        assertThat(registry.accounts()).isZero();
        assertThat(held.isKept()).isFalse();

        Account again = held.account(STATEMENTS[0], Sha256.NONE);
        assertThat(again.isNumbered()).isTrue();
        assertThat(again.spender().isKept()).isTrue();
        assertThat(again.spender()).isSameAs(registry.spender(table.schema("shop"), owner(1), null));
        execute(owner(1), STATEMENTS[0], 2);
        drain();
        assertThat(of(RuKey.statement(owner(1), STATEMENTS[0].sha256(), Sha256.NONE))
                        .ru())
                .isEqualTo(2);
    }

    /** Tests that an idle connection keeps the spender of its last cost, and uses it for each execution. */
    @Test
    void spender_whichWasForgottenMeanwhile_opensOneAccountOfAStatement() {
        Spender held = registry.spender(table.schema("shop"), owner(1), null);
        held.account(STATEMENTS[0], Sha256.NONE);
        for (int i = 0; i < 3; i++) {
            now += 1_000_000_000;
            registry.sweepUnused();
        }
        assertThat(held.isKept()).isFalse();
        for (int i = 0; i < 100; i++) {
            held.account(STATEMENTS[i % 2], Sha256.NONE);
        }
        assertThat(registry.accounts()).isEqualTo(2);
    }

    /** Tests all kinds of entries with executions that have no account of their own. */
    @Test
    void execution_withoutRoom_countsInItsRowAndInItsUsersOthers() {
        registry = Leaks.registry(table, () -> now, 3);
        session = registry.open("app");
        registry.setCollecting(true);
        RuOwner app = owner(1);
        for (int i = 0; i < 4; i++) {
            execute(app, STATEMENTS[i], 1);
        }
        Statement estimated = begin(app, STATEMENTS[10], ESTIMATE);
        now = 1_000_000_000;
        drain();
        assertThat(registry.list()).extracting(RunningStatement::digest).containsExactly(STATEMENTS[10]);
        assertThat(registry.list()).extracting(RunningStatement::user).containsExactly("u1");
        now = 3_000_000_000L;
        estimated.finish(now);
        for (int i = 20; i < 120; i++) {
            Statement statement = begin(app, STATEMENTS[i], null);
            statement.finish(now + 10);
            statement.fetched(5);
            statement.tell(2);
        }
        Statement last = begin(app, STATEMENTS[120], null);
        last.finish(now + 10);
        session.rowsAffected(
                registry.spender(table.schema("shop"), app, null).account(STATEMENTS[120], Sha256.NONE), 9);
        drain();

        RuTotals others = of(RuKey.userOthers(app));
        assertThat(others.execCount()).isEqualTo(102);
        assertThat(others.ru()).isCloseTo(200 + 3, within(1e-9));
        assertThat(others.durationNanos()).isEqualTo(100 * 15 + 10 + 3_000_000_000L);
        assertThat(all.execCount()).isEqualTo(4 + 102);
        assertThat(all.ru()).isCloseTo(4 + 200 + 3, within(1e-9));
        List<StatementSnapshot> rows = table.list();
        assertThat(rows).hasSize(4 + 1 + 100 + 1).allMatch(row -> row.count() == 1 && row.digest() != null);
        assertThat(table.find("shop", STATEMENTS[50].sha256()).fetchNanos()).isEqualTo(5);
        assertThat(table.find("shop", STATEMENTS[50].sha256()).sumRu()).isEqualTo(2);
        assertThat(table.find("shop", STATEMENTS[120].sha256()).rowsAffected()).isEqualTo(9);
        assertThat(table.lost()).isZero();
    }
}
