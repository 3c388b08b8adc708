package dev.tollbooth.accounting.session;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.memory.ObjectLayout;
import dev.tollbooth.accounting.report.RecordScope;
import dev.tollbooth.accounting.ru.CumulativeRu;
import dev.tollbooth.accounting.ru.IncrementSource.Drain;
import dev.tollbooth.accounting.ru.RuKey;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.ru.RuTotals;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionCellsTest {

    private static final RuOwner APP = new RuOwner("H2/shop", "estimate", "app");
    private static final Digest A = Digest.ofNormalized("select a", "");
    private static final Digest B = Digest.ofNormalized("select b", "");

    private long now;
    private final SessionRegistry registry = new SessionRegistry(() -> now, 4, 20);
    private final Session session = registry.open("app");
    private final Map<RuKey, RuTotals> drained = new TreeMap<>();
    private final RuTotals all = new RuTotals();
    private long increments;

    @BeforeEach
    void collect() {
        registry.setCollecting(true);
    }

    private RuCell cell(Digest digest) {
        return session.ruCell(APP, digest, Sha256.NONE, 0);
    }

    private Execution begin(Digest digest) {
        Execution execution = new Execution(session, () -> {});
        execution.begin(digest, cell(digest), now);
        return execution;
    }

    private boolean drain(Drain how) {
        return registry.drain(now, how, (key, digest, ru, count, nanos, unknown, off) -> {
            increments++;
            drained.computeIfAbsent(key, same -> new RuTotals()).add(ru, count, nanos, unknown, off);
            all.add(ru, count, nanos, unknown, off);
        });
    }

    private void tick() {
        drain(Drain.SAMPLE);
    }

    private RuTotals of(Digest digest) {
        return drained.getOrDefault(RuKey.statement(APP, digest.sha256(), Sha256.NONE), new RuTotals());
    }

    @Test
    void tick_runningTotalsThenFinish_sumIsTheLastTotal() {
        RuCell cell = cell(A);
        CumulativeRu readings = new CumulativeRu();
        Execution execution = begin(A);
        now = SECONDS.toNanos(1);
        cell.add(0, 0, readings.advance(10), RuState.KNOWN);
        tick();
        assertThat(of(A).ru()).isEqualTo(10);
        assertThat(of(A).execCount()).isEqualTo(1);
        cell.add(0, 0, readings.advance(15), RuState.KNOWN);
        tick();
        now = SECONDS.toNanos(2);
        cell.add(1, execution.end(now), readings.advance(22), RuState.KNOWN);
        tick();
        assertThat(of(A).ru()).isEqualTo(22);
        assertThat(of(A).execCount()).isEqualTo(1);
        assertThat(of(A).durationNanos()).isEqualTo(SECONDS.toNanos(2));
    }

    @Test
    void tick_runningTotalThatIsReset_isNeverTakenBack() {
        CumulativeRu readings = new CumulativeRu();
        for (double total : new double[] {10, 0, 5}) {
            cell(A).add(0, 0, readings.advance(total), RuState.KNOWN);
            tick();
        }
        assertThat(of(A).ru()).isEqualTo(15);
    }

    @Test
    void finish_lateWhileAnotherRuns_isCreditedToItsOwn() {
        RuCell first = cell(A);
        Execution a = begin(A);
        now = SECONDS.toNanos(1);
        tick();
        RuCell second = cell(B);
        Execution b = begin(B);
        now = SECONDS.toNanos(3);
        tick();
        long end = a.end(now);
        tick();
        first.add(1, end, 7, RuState.KNOWN);
        tick();
        second.add(1, b.end(now) - SECONDS.toNanos(1), 5, RuState.KNOWN);
        tick();
        assertThat(of(A)).hasToString("ru=7.0 execCount=1 durationNanos=3000000000 unknownCount=0 offCount=0");
        assertThat(of(B)).hasToString("ru=5.0 execCount=1 durationNanos=2000000000 unknownCount=0 offCount=0");
    }

    @Test
    void tick_beginAndFinishBetweenTwoTicks_isCountedWhole() {
        Execution execution = begin(A);
        now = MILLISECONDS.toNanos(200);
        cell(A).add(1, execution.end(now), 3, RuState.KNOWN);
        tick();
        tick();
        assertThat(increments).isEqualTo(1);
        assertThat(of(A)).hasToString("ru=3.0 execCount=1 durationNanos=200000000 unknownCount=0 offCount=0");
    }

    @Test
    void tick_unknownAndOff_areCountedBesideAndNeverAsZero() {
        cell(A).add(1, 5, 0, RuState.UNKNOWN);
        cell(A).add(1, 5, 0, RuState.OFF);
        cell(A).add(1, 5, 2, RuState.KNOWN);
        tick();
        assertThat(of(A)).hasToString("ru=2.0 execCount=3 durationNanos=15 unknownCount=1 offCount=1");
    }

    @Test
    void sample_runningTime_costsByTheRate() {
        Execution execution = new Execution(session, () -> {});
        RuCell cell = session.ruCell(APP, A, Sha256.NONE, 1e-9);
        execution.begin(A, cell, now);
        now = SECONDS.toNanos(4);
        tick();
        assertThat(of(A).ru()).isEqualTo(4);
        // the end was read before the tick's clock: the finish is not before what was sampled
        assertThat(execution.end(now - 5)).isEqualTo(now);
        assertThat(execution.sampledNanos()).isEqualTo(now);
    }

    @Test
    void ruCell_newStatement_isHashedByTheTick() {
        Digest fresh = Digest.ofNormalized("select fresh", "");
        cell(fresh).add(1, 1, 1, RuState.KNOWN);
        assertThat(fresh.hashWeight(ObjectLayout.USUAL)).isZero();
        tick();
        assertThat(fresh.hashWeight(ObjectLayout.USUAL)).isPositive();
        assertThat(of(fresh).execCount()).isEqualTo(1);
    }

    @Test
    void ruCell_idleForATick_isRetiredAndReplaced() {
        RuCell cell = cell(A);
        cell.add(1, 1, 1, RuState.KNOWN);
        tick();
        assertThat(cell.isRetired()).isFalse();
        tick();
        assertThat(cell.isRetired()).isTrue();
        assertThat(cell.add(1, 1, 1, RuState.KNOWN)).isFalse();
        assertThat(registry.cells()).isZero();
        assertThat(cell(A)).isNotSameAs(cell).isSameAs(cell(A));
    }

    @Test
    void sample_cellRetiredJustBeforeTheBegin_isReplacedByTheNextTicks() {
        RuCell retired = cell(A);
        tick();
        assertThat(retired.isRetired()).isTrue();
        Execution execution = new Execution(session, () -> {});
        execution.begin(A, retired, now);
        // a cell of another key, so that the session is not skipped
        cell(B).add(1, 1, 1, RuState.KNOWN);
        now = SECONDS.toNanos(1);
        tick();
        now = SECONDS.toNanos(2);
        tick();
        assertThat(of(A).execCount()).isEqualTo(1);
        assertThat(of(A).durationNanos()).isEqualTo(now);
        assertThat(retired.add(1, execution.end(now), 0, RuState.KNOWN)).isFalse();
        cell(A).add(1, now, 0, RuState.KNOWN);
        tick();
        assertThat(of(A).execCount()).isEqualTo(1);
        assertThat(of(A).durationNanos()).isEqualTo(now);
    }

    @Test
    void ruCell_moreKeysThanASessionMayHave_areInItsOthers() {
        for (int i = 0; i < 10; i++) {
            cell(Digest.ofNormalized("select " + i, "")).add(1, 1, 1, RuState.KNOWN);
        }
        tick();
        assertThat(drained).hasSize(5);
        assertThat(drained.get(RuKey.userOthers(APP)).execCount()).isEqualTo(6);
        assertThat(all.execCount()).isEqualTo(10);
    }

    @Test
    void ruCell_moreUsersThanASessionMayHave_areInGlobalOthers() {
        for (int i = 0; i < 40; i++) {
            RuOwner owner = new RuOwner("H2/shop", "estimate", "user" + i);
            session.ruCell(owner, A, Sha256.NONE, 0).add(1, 1, 1, RuState.KNOWN);
        }
        tick();
        assertThat(drained.keySet().stream().filter(key -> key.scope() == RecordScope.USER_OTHERS))
                .hasSize(16);
        assertThat(drained.get(RuKey.globalOthers("estimate")).execCount()).isEqualTo(40 - 4 - 16);
    }

    @Test
    void ruCell_moreKeysThanAllSessionsMayHave_areInOthers() {
        for (int i = 0; i < 10; i++) {
            Session other = registry.open("app");
            for (int j = 0; j < 4; j++) {
                other.ruCell(APP, Digest.ofNormalized("select " + j, ""), Sha256.NONE, 0)
                        .add(1, 1, 1, RuState.KNOWN);
            }
        }
        tick();
        assertThat(all.execCount()).isEqualTo(40);
        assertThat(drained.get(RuKey.userOthers(APP)).execCount()).isEqualTo(20);
    }

    @Test
    void ruCell_digestsOfMoreBytesThanAllSessionsMayHold_areInOthersUntilTheNextTick() {
        String columns = "a, ".repeat(300);
        registry.limitDigests(2_500);
        for (int i = 0; i < 4; i++) {
            Digest wide = Digest.ofNormalized("select " + columns + i, "");
            cell(wide).add(1, 1, 1, RuState.KNOWN);
            // what is held already costs nothing more
            registry.open("app").ruCell(APP, wide, Sha256.NONE, 0).add(1, 1, 1, RuState.KNOWN);
        }
        assertThat(registry.digestBytes()).isBetween(2_500L, 3_400L);
        tick();
        assertThat(drained).hasSize(4);
        assertThat(drained.get(RuKey.userOthers(APP)).execCount()).isEqualTo(2);
        assertThat(all.execCount()).isEqualTo(8);
        tick();
        assertThat(registry.digestBytes()).isZero();
        cell(Digest.ofNormalized("select " + columns, "")).add(1, 1, 1, RuState.KNOWN);
        tick();
        assertThat(drained).hasSize(5);
    }

    @Test
    void drain_closedOrLeakedSession_losesNothing() {
        cell(A).add(1, 1, 1, RuState.KNOWN);
        registry.close(session);
        Session leaked = registry.open("app");
        leaked.ruCell(APP, B, Sha256.NONE, 0).add(1, 1, 1, RuState.KNOWN);
        Leaks.leak(leaked);
        tick();
        assertThat(all.execCount()).isEqualTo(2);
        assertThat(registry.cells()).isZero();
        // a result set that ends after its connection
        cell(A).add(0, 9, 4, RuState.KNOWN);
        tick();
        assertThat(of(A).ru()).isEqualTo(5);
        assertThat(registry.cells()).isZero();
        assertThat(drain(Drain.SAMPLE)).isFalse();
    }

    @Test
    void cellOf_isOfTheLastExecution_untilTheStatementOrTheUserIsAnother() {
        Execution execution = begin(A);
        RuCell cell = cell(A);
        execution.end(now);
        String user = execution.user();
        execution.executes(A, user);
        assertThat(execution.cellOf(A)).isSameAs(cell);
        execution.executes(A, "other");
        assertThat(execution.cellOf(A)).isNull();
        execution.begin(A, cell, now);
        execution.end(now);
        execution.executes(B, execution.user());
        execution.executes(A, execution.user());
        assertThat(execution.cellOf(A)).isNull();
    }

    @Test
    void drain_switchedOff_countsWhatEndsLater() {
        RuCell idle = cell(B);
        Execution running = begin(A);
        RuCell cell = cell(A);
        now = SECONDS.toNanos(1);
        registry.setCollecting(false);
        assertThat(drain(Drain.SAMPLE_AND_RETIRE)).isTrue();
        assertThat(of(A).execCount()).isEqualTo(1);
        now = SECONDS.toNanos(3);
        assertThat(cell.add(1, running.end(now), 8, RuState.KNOWN)).isTrue();
        assertThat(idle.add(1, 2, 3, RuState.KNOWN)).isFalse();
        RuCell late = cell(B);
        assertThat(late.add(1, 2, 3, RuState.KNOWN)).isTrue();
        assertThat(late.add(1, 2, 3, RuState.KNOWN)).isFalse();
        assertThat(registry.endedWhileOff().ru()).isEqualTo(3);
        assertThat(drain(Drain.FINISHED_ONLY)).isFalse();
        assertThat(of(A)).hasToString("ru=8.0 execCount=1 durationNanos=3000000000 unknownCount=0 offCount=0");
    }
}
