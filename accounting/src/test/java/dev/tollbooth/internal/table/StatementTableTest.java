package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the scenarios of WL#5384 on the table. */
class StatementTableTest {

    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final long MILLI = 1_000_000;

    private long nowNanos = 5_000 * MILLI;
    private StatementTable table = table(StatementTableOptions.DEFAULT);

    private StatementTable table(StatementTableOptions options) {
        return new StatementTable(options, () -> nowNanos, new WallClock(START_MILLIS, nowNanos));
    }

    private static TextDigest digest(String text) {
        return TextDigest.ofNormalized(text, "SELECT " + text);
    }

    private void execute(String schema, String text, long nanos) {
        nowNanos += MILLI;
        table.schema(schema).statement(digest(text)).add(nanos, nowNanos, 0, 0, 0);
    }

    private StatementSnapshot row(String schema, String text) {
        StatementSnapshot row = table.find(schema, digest(text).sha256());
        assertThat(row).as("row of %s", text).isNotNull();
        return row;
    }

    private StatementSnapshot rest() {
        return table.list().stream()
                .filter(row -> row.digest() == null)
                .findFirst()
                .orElse(null);
    }

    private long sumOfCounts() {
        return table.list().stream().mapToLong(StatementSnapshot::count).sum();
    }

    @Test
    void fresh_nothingExecuted_hasNoRowsAndAnEmptyGlobal() {
        assertThat(table.list()).isEmpty();
        assertThat(table.global()).isEqualTo(HistogramSnapshot.EMPTY);
        assertThat(table.global().total()).isZero();
        table.schema("shop").statement(digest("prepared, never executed"));
        assertThat(table.list()).isEmpty();
        assertThat(table.find("shop", digest("prepared, never executed").sha256()))
                .isNull();
    }

    @Test
    void execute_oneStatementThenAnother_countsEachAndGlobal() {
        execute("shop", "select ?", MILLI);
        assertThat(row("shop", "select ?").histogram().count(101)).isEqualTo(1);
        assertThat(row("shop", "select ?").histogram().total()).isEqualTo(1);
        assertThat(table.global().total()).isEqualTo(1);
        execute("shop", "select ?", 2 * MILLI);
        execute("shop", "select ?", 3 * MILLI);
        assertThat(row("shop", "select ?").count()).isEqualTo(3);
        execute("shop", "select ? , ?", MILLI);
        assertThat(table.global().total()).isEqualTo(4);
        execute("shop", "select ? , ?", MILLI);
        HistogramSnapshot second = row("shop", "select ? , ?").histogram();
        assertThat(second.total()).isEqualTo(2).isEqualTo(second.cumulative(449));
        assertThat(table.global().total()).isEqualTo(5);
        assertThat(table.executions()).isEqualTo(5);
    }

    @Test
    void execute_sameDigestInTwoSchemas_isTwoRows() {
        execute("a", "select ?", MILLI);
        execute("b", "select ?", MILLI);
        execute(null, "select ?", MILLI);
        assertThat(table.list()).hasSize(3);
        assertThat(row(null, "select ?").schema()).isNull();
        assertThat(table.find("c", digest("select ?").sha256())).isNull();
    }

    @Test
    void recordExecution_figures_areInTheRow() {
        StatementStats row = table.schema("shop").statement(digest("update t set a = ?"));
        row.add(2 * MILLI, nowNanos + MILLI, 3, 1, 0);
        row.add(4 * MILLI, nowNanos + 9 * MILLI, 5, 0, ErrorClass.of("23505").code());
        row.add(-7, nowNanos + 5 * MILLI, 0, 0, ErrorClass.NOT_SQL.code());
        row.addRead(10, MILLI, 0, 0);
        row.addRead(20, MILLI, 0, 0);
        row.addRequestUnits(1.5, "tidb");
        row.addClientBytes(100, 1, 100);
        row.addClientBytes(50, 1, 50);
        StatementSnapshot seen = row("shop", "update t set a = ?");
        assertThat(seen.count()).isEqualTo(3);
        assertThat(seen.sumNanos()).isEqualTo(6 * MILLI);
        assertThat(seen.minNanos()).isZero();
        assertThat(seen.maxNanos()).isEqualTo(4 * MILLI);
        assertThat(seen.avgNanos()).isEqualTo(2 * MILLI);
        assertThat(seen.errors()).isEqualTo(2);
        assertThat(seen.errorsByClass()).isEqualTo(Map.of(ErrorClass.CONSTRAINT, 1L, ErrorClass.NOT_SQL, 1L));
        assertThat(seen.warnings()).isEqualTo(1);
        assertThat(seen.rowsAffected()).isEqualTo(8);
        assertThat(seen.rowsSent()).isEqualTo(30);
        assertThat(seen.fetchNanos()).isEqualTo(2 * MILLI);
        assertThat(seen.firstSeenEpochMillis()).isEqualTo(START_MILLIS + 1);
        assertThat(seen.lastSeenEpochMillis()).isEqualTo(START_MILLIS + 9);
        assertThat(seen.sumRu()).isEqualTo(1.5);
        assertThat(seen.ruSource()).isEqualTo("tidb");
        assertThat(seen.sumClientBytes()).isEqualTo(150);
        assertThat(seen.maxClientBytes()).isEqualTo(100);
        assertThat(seen.clientBytesScaled()).isZero();
        row.addClientBytes(50, 16, 50);
        assertThat(row("shop", "update t set a = ?").clientBytesScaled()).isEqualTo(1);
    }

    @Test
    void snapshot_nothingKnownOfRuAndBytes_isNullNotZero() {
        execute("shop", "select ?", MILLI);
        StatementSnapshot seen = row("shop", "select ?");
        assertThat(seen.sumRu()).isNull();
        assertThat(seen.ruSource()).isNull();
        assertThat(seen.sumClientBytes()).isNull();
        assertThat(seen.maxClientBytes()).isNull();
        assertThat(seen.clientBytesScaled()).isNull();
        assertThat(seen.sample()).isNull();
    }

    @Test
    void resetHistograms_keepsRowsCountsAndGlobal() {
        for (int i = 0; i < 5; i++) {
            execute("shop", i < 3 ? "one" : "two", MILLI);
        }
        long epoch = table.epoch();
        table.resetHistograms();
        assertThat(table.epoch()).isEqualTo(epoch + 1);
        assertThat(row("shop", "one").count()).isEqualTo(3);
        assertThat(row("shop", "one").histogram().total()).isZero();
        assertThat(row("shop", "one").histogram().quantilePicos(Quantile.P99)).isZero();
        assertThat(row("shop", "one").maxNanos()).isEqualTo(MILLI);
        assertThat(table.global().total()).isEqualTo(5);
        table.resetGlobal();
        assertThat(table.global().total()).isZero();
        execute("shop", "one", MILLI);
        assertThat(table.global().total()).isEqualTo(1);
        assertThat(row("shop", "one").histogram().total()).isEqualTo(1);
        assertThat(row("shop", "one").count()).isEqualTo(4);
    }

    @Test
    void reset_emptiesTheTableButNotGlobal() {
        execute("shop", "one", MILLI);
        StatementStats held = table.schema("shop").statement(digest("one"));
        table.reset();
        assertThat(table.list()).isEmpty();
        assertThat(table.size()).isZero();
        assertThat(table.global().total()).isEqualTo(1);
        assertThat(table.executions()).isEqualTo(1);
        assertThat(held.retired()).isTrue();
        execute("shop", "one", MILLI);
        assertThat(row("shop", "one").count()).isEqualTo(1);
        assertThat(table.global().total()).isEqualTo(2);
    }

    @Test
    void full_nullRowPolicy_countsTheThirdStatementInTheRest() {
        table = table(StatementTableOptions.DEFAULT.withSize(2));
        execute("shop", "one", MILLI);
        execute("shop", "two", MILLI);
        execute("shop", "three", MILLI);
        assertThat(table.list()).hasSize(3);
        assertThat(table.lost()).isEqualTo(1);
        assertThat(rest().schema()).isNull();
        assertThat(rest().digestHex()).isNull();
        assertThat(rest().count()).isEqualTo(1);
        assertThat(rest().histogram().total()).isEqualTo(1);
        execute("shop", "two", MILLI);
        assertThat(row("shop", "two").count()).isEqualTo(2);
        assertThat(sumOfCounts()).isEqualTo(4);
        table.reset();
        assertThat(table.list()).isEmpty();
        assertThat(table.lost()).isEqualTo(1);
        execute("shop", "four", MILLI);
        execute("shop", "five", MILLI);
        execute("shop", "six", MILLI);
        assertThat(rest().count()).isEqualTo(1);
        assertThat(table.lost()).isEqualTo(2);
        assertThat(table.executions()).isEqualTo(7);
    }

    @Test
    void full_tooManySchemas_countsTheirStatementsInTheRest() {
        table = table(StatementTableOptions.DEFAULT.withSize(2));
        table.schema("a");
        table.schema("b");
        execute("c", "one", MILLI);
        assertThat(rest().count()).isEqualTo(1);
        execute("a", "one", MILLI);
        assertThat(row("a", "one").count()).isEqualTo(1);
    }

    @Test
    void evictColdest_ofAFullTable_foldsTheLeastRecentIntoTheRest() {
        table = table(StatementTableOptions.DEFAULT.withSize(2));
        execute("shop", "one", MILLI);
        execute("shop", "two", 2 * MILLI);
        execute("shop", "one", MILLI);
        StatementStats two = table.schema("shop").statement(digest("two"));
        table.evictColdest(1);
        execute("shop", "three", 3 * MILLI);
        assertThat(two.retired()).isTrue();
        assertThat(table.find("shop", digest("two").sha256())).isNull();
        assertThat(row("shop", "one").count()).isEqualTo(2);
        assertThat(row("shop", "three").count()).isEqualTo(1);
        assertThat(rest().count()).isEqualTo(1);
        assertThat(rest().maxNanos()).isEqualTo(2 * MILLI);
        assertThat(rest().histogram().total()).isEqualTo(1);
        assertThat(table.lost()).isZero();
        assertThat(table.global().total()).isEqualTo(4);
        table.evictColdest(1);
        execute("shop", "four", MILLI);
        assertThat(table.find("shop", digest("one").sha256())).isNull();
        assertThat(rest().count()).isEqualTo(3);
        assertThat(sumOfCounts()).isEqualTo(5);
    }

    @Test
    void evictColdest_freesPlaces() {
        for (String text : new String[] {"one", "two", "three"}) {
            execute("shop", text, MILLI);
        }
        assertThat(table.evictColdest(2)).isEqualTo(2);
        assertThat(table.size()).isEqualTo(1);
        assertThat(row("shop", "three").count()).isEqualTo(1);
        assertThat(rest().count()).isEqualTo(2);
        assertThat(table.evictColdest(5)).isEqualTo(1);
        assertThat(table.evictColdest(5)).isZero();
        assertThat(sumOfCounts()).isEqualTo(3);
    }

    @Test
    void eventSnapshot_statements_isTheSumOfTheRowsSinceTheReset() {
        execute("shop", "one", 9 * MILLI);
        execute("shop", "two", MILLI);
        table.schema("shop").statement(digest("one")).addRead(7, 1, 0, 0);
        table.reset();
        execute("shop", "one", 2 * MILLI);
        EventSnapshot all = table.event(EventKind.STATEMENT);
        assertThat(all).isEqualTo(new EventSnapshot(EventKind.STATEMENT, 3, 12 * MILLI, MILLI, 9 * MILLI, 0, 0L, 0, 7));
        table.resetEvents();
        assertThat(table.event(EventKind.STATEMENT))
                .isEqualTo(new EventSnapshot(EventKind.STATEMENT, 0, 0, 0, 0, 0, 0L, 0, 0));
        assertThat(table.global().total()).isZero();
        assertThat(row("shop", "one").minNanos()).isEqualTo(2 * MILLI);
        execute("shop", "one", 3 * MILLI);
        assertThat(table.event(EventKind.STATEMENT))
                .isEqualTo(new EventSnapshot(EventKind.STATEMENT, 1, 3 * MILLI, 3 * MILLI, 3 * MILLI, 0, 0L, 0, 0));
        assertThat(row("shop", "one").minNanos()).isEqualTo(2 * MILLI);
        assertThat(row("shop", "one").maxNanos()).isEqualTo(3 * MILLI);
    }

    @Test
    void event_commits_areCountedApart() {
        table.eventStats(EventKind.COMMIT).record(5, nowNanos, 0);
        table.eventStats(EventKind.COMMIT).record(7, nowNanos, ErrorClass.CONNECTION.code());
        assertThat(table.event(EventKind.COMMIT))
                .isEqualTo(new EventSnapshot(EventKind.COMMIT, 2, 12, 5, 7, 1, 0L, 0, 0));
        assertThat(table.event(EventKind.ROLLBACK).count()).isZero();
        assertThat(table.global().total()).isZero();
        table.resetEvents();
        assertThat(table.event(EventKind.COMMIT).count()).isZero();
        table.eventStats(EventKind.COMMIT).record(5, nowNanos, 0);
        assertThat(table.event(EventKind.COMMIT).count()).isEqualTo(1);
        assertThatThrownBy(() -> table.eventStats(EventKind.STATEMENT)).hasMessageContaining("kind=STATEMENT");
    }

    @Test
    void sample_off_keepsNone() {
        execute("shop", "one", MILLI);
        table.sample(table.schema("shop").statement(digest("one")), "select 'secret'", Sha256.NONE, MILLI, nowNanos);
        assertThat(row("shop", "one").sample()).isNull();
    }

    @Test
    void sample_on_keepsTheSlowestOfAMinuteCutAt1024() {
        table = table(StatementTableOptions.DEFAULT.withSamples(true));
        execute("shop", "one", MILLI);
        StatementStats row = table.schema("shop").statement(digest("one"));
        table.sample(row, "first", Sha256.NONE, 5, nowNanos);
        table.sample(row, "faster", Sha256.NONE, 4, nowNanos);
        assertThat(row("shop", "one").sample().text()).isEqualTo("first");
        table.sample(row, "slower", Sha256.NONE, 6, nowNanos);
        assertThat(row("shop", "one").sample().text()).isEqualTo("slower");
        table.sample(row, "at 60 s", Sha256.NONE, 1, nowNanos + 60_000 * MILLI);
        assertThat(row("shop", "one").sample().text()).isEqualTo("slower");
        table.sample(row, "x".repeat(1_023) + "\uD83D\uDE00", Sha256.NONE, 1, nowNanos + 60_001 * MILLI);
        assertThat(row("shop", "one").sample().text()).isEqualTo("x".repeat(1_023));
        assertThat(row("shop", "one").sample().elapsedNanos()).isEqualTo(1);
    }

    /** Tests that the rest consists of statements without room and of evicted rows, each counted once. */
    @Test
    void lostAndFolded_anyMixOfExecutionsEvictionsAndResets_areWhatTheRestGot() {
        long seed = 20261124;
        Random random = new Random(seed);
        table = table(StatementTableOptions.DEFAULT.withSize(4));
        long restsBefore = 0;
        for (int i = 0; i < 5_000; i++) {
            int what = random.nextInt(50);
            if (what == 0) {
                restsBefore += count(rest());
                table.reset();
            } else if (what == 1) {
                table.evictColdest(1 + random.nextInt(2));
            } else {
                execute("shop", "q" + random.nextInt(9), MILLI);
            }
            assertThat(table.lost() + table.folded())
                    .as("seed=%d, i=%d", seed, i)
                    .isEqualTo(restsBefore + count(rest()));
        }
        assertThat(table.folded()).isPositive();
        assertThat(table.lost()).isPositive();
    }

    private static long count(@Nullable StatementSnapshot row) {
        return row == null ? 0 : row.count();
    }

    @Test
    void reset_withoutMemoryForARow_isFinishedWithThatRow() {
        AtomicBoolean full = new AtomicBoolean();
        Ticker ticker = () -> { // read where a row is made
            if (full.get()) {
                throw new OutOfMemoryError("injected");
            }
            return 0;
        };
        StatementTable small =
                new StatementTable(StatementTableOptions.DEFAULT.withSize(1), ticker, new WallClock(0, 0));
        for (int i = 0; i < 3; i++) {
            small.schema("shop").statement(digest("select " + i)).add(1_000, 0, 0, 0, 0);
        }
        assertThat(small.list()).extracting(StatementSnapshot::count).containsExactly(1L, 2L);
        full.set(true);
        assertThatThrownBy(small::reset).isInstanceOf(OutOfMemoryError.class);
        full.set(false);
        assertThat(small.list()).isEmpty();
        assertThat(small.executions()).isEqualTo(3);
    }
}
