package dev.tollbooth.accounting.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.IncrementSource.Drain;
import dev.tollbooth.accounting.ru.RuModel;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuTotals;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementSnapshot;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import dev.tollbooth.accounting.time.WallClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CellTallyTest {

    private static final RuOwner APP = new RuOwner("H2/shop", "estimate", "app");
    private static final Digest SELECT = Digest.ofNormalized("select ?", "");
    private static final RuModel MODEL = RuModel.PUBLISHED;

    private final StatementTable table =
            new StatementTable(StatementTableOptions.DEFAULT, () -> 0, new WallClock(0, 0));
    private final SchemaStatements schema = table.schema(null);
    private final StatementStats row = schema.statement(SELECT);
    private final SessionRegistry registry = new SessionRegistry(() -> 0, null, null, table.tallies());
    private final Session session = registry.open("app");
    private final Execution owner = new Execution(session, () -> {});
    private final RuTotals taken = new RuTotals();

    @BeforeEach
    void collect() {
        registry.setCollecting(true);
    }

    private RuCell cell() {
        return session.ruCell(APP, SELECT, Sha256.NONE, MODEL.perNano());
    }

    private CellTally tally() {
        return CellTally.open(owner, session, table, row, schema, SELECT, cell(), MODEL, "estimate");
    }

    private void tick(Drain how) {
        registry.drain(
                0, how, (key, digest, ru, count, nanos, unknown, off) -> taken.add(ru, count, nanos, unknown, off));
    }

    private void assertTakenIsTheRows() {
        StatementSnapshot read = table.snapshot().get(0);
        assertThat(taken.execCount()).isEqualTo(read.count());
        assertThat(taken.durationNanos()).isEqualTo(read.sumNanos() + read.fetchNanos());
        assertThat(taken.ru()).isCloseTo(read.sumRu(), within(1e-9 * read.sumRu()));
    }

    @Test
    void tick_takesWhatTheRowHas() {
        CellTally tally = tally();
        for (int i = 1; i <= 40; i++) {
            assertThat(tally.executed(i * 1_000L, 0, 1)).isTrue();
            tally.fetched(2, i, 3, 4);
            if (i % 11 == 0) {
                tick(Drain.SAMPLE);
                assertTakenIsTheRows();
            }
        }
        tick(Drain.SAMPLE);
        assertTakenIsTheRows();
        assertThat(taken.execCount()).isEqualTo(40);
    }

    @Test
    void cellThatIsRetired_isFollowedByAnother_untilTheStatementHasThatOneToo() {
        CellTally tally = tally();
        RuCell first = cell();
        assertThat(tally.isOf(SELECT, schema, first)).isTrue();
        tally.executed(1_000, 0, 0);
        tick(Drain.SAMPLE);
        tick(Drain.SAMPLE);
        assertThat(first.isRetired()).as("idle for a tick").isTrue();
        tally.fetched(1, 2, 3, 4);
        tick(Drain.SAMPLE);
        assertTakenIsTheRows();
        assertThat(tally.isOf(SELECT, schema, cell())).isFalse();
    }

    @Test
    void resultSetThatEndsAfterItsConnection_isTaken() {
        CellTally tally = tally();
        tally.executed(1_000, 0, 0);
        registry.close(session);
        tick(Drain.SAMPLE);
        tally.fetched(1, 2, 3, 4);
        tick(Drain.SAMPLE);
        assertTakenIsTheRows();
    }

    @Test
    void sessionThatIsLeaked_isTaken() {
        CellTally tally = tally();
        tally.executed(1_000, 0, 0);
        Leaks.leak(session);
        tick(Drain.SAMPLE);
        tick(Drain.SAMPLE);
        assertTakenIsTheRows();
    }

    @Test
    void executionsThatAreNotDrawn_areAmongTheUndrained() {
        CellTally tally = tally();
        tally.executed(1_000, 0, 0);
        assertThat(registry.undrained().execCount()).isEqualTo(1);
        tick(Drain.SAMPLE);
        assertThat(registry.undrained().execCount()).isZero();
    }
}
