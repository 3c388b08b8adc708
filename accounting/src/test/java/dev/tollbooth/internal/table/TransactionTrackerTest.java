package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class TransactionTrackerTest {

    private final TransactionTracker tracker = new TransactionTracker();
    private int numbers;

    private StatementStats row() {
        return new StatementStats(new ReentrantLock(), null, null, ++numbers, 0);
    }

    private void execute(StatementStats row, int times) {
        for (int i = 0; i < times; i++) {
            tracker.executed(row, 0, 0);
        }
    }

    @Test
    void executed_inTransactions_keepsTheMostOfOne() {
        StatementStats row = row();
        StatementStats other = row();
        tracker.setAutoCommit(false);
        execute(row, 5);
        execute(other, 1);
        tracker.transactionEnded(false, 0);
        execute(row, 3);
        tracker.transactionEnded(false, 0);
        assertThat(row.maxPerTransaction()).isEqualTo(5);
        assertThat(other.maxPerTransaction()).isEqualTo(1);
        execute(row, 51);
        assertThat(row.maxPerTransaction()).isEqualTo(51);
    }

    @Test
    void executed_inAutoCommit_isInNoTransaction() {
        StatementStats row = row();
        execute(row, 460);
        assertThat(row.maxPerTransaction()).isZero();
        tracker.transactionEnded(true, 0); // commit in autocommit: PostgreSQL refuses it
        execute(row, 460);
        assertThat(row.maxPerTransaction()).isZero();
    }

    @Test
    void transactionEnded_unknownThatAutoCommitIsOff_saysSo() {
        StatementStats row = row();
        execute(row, 7);
        tracker.transactionEnded(false, 0);
        execute(row, 3);
        assertThat(row.maxPerTransaction()).isEqualTo(3);
    }

    @Test
    void executed_tenTimesOrMoreInOneTransaction_countsTransactionAndExecutions() {
        StatementStats row = row();
        tracker.setAutoCommit(false);
        for (int times : new int[] {9, 10, 25}) {
            execute(row, times);
            tracker.transactionEnded(false, 0);
        }
        assertThat(row.repeatedTransactions).isEqualTo(2);
        assertThat(row.repeatedExecutions).isEqualTo(35);
        assertThat(row.maxPerTransaction()).isEqualTo(25);
    }

    @Test
    void setAutoCommit_changed_endsTheTransaction() {
        StatementStats row = row();
        tracker.setAutoCommit(false);
        execute(row, 2);
        tracker.setAutoCommit(false);
        execute(row, 1);
        assertThat(row.maxPerTransaction()).isEqualTo(3);
        tracker.setAutoCommit(true);
        execute(row, 7);
        tracker.setAutoCommit(false);
        execute(row, 2);
        assertThat(row.maxPerTransaction()).isEqualTo(3);
    }

    @Test
    void executed_everyFourThousandthTransaction_isNotAddedUp() {
        StatementStats row = row();
        tracker.setAutoCommit(false);
        for (int round = 0; round < 3; round++) {
            execute(row, 1);
            for (int i = 0; i < 1 << 12; i++) {
                tracker.transactionEnded(false, 0);
            }
        }
        assertThat(row.maxPerTransaction()).isEqualTo(1);
    }

    @Test
    void executed_manyStatements_neverCountsTooHighAndFindsTheRepeatedOne() {
        for (long seed = 1; seed <= 100; seed++) {
            Random random = new Random(seed);
            StatementStats[] rows = new StatementStats[100];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = row();
            }
            tracker.setAutoCommit(false);
            Map<StatementStats, Integer> most = new HashMap<>();
            for (int transaction = 0; transaction < 20; transaction++) {
                Map<StatementStats, Integer> model = new HashMap<>();
                for (int i = 0; i < 300; i++) {
                    StatementStats row = random.nextInt(3) == 0 ? rows[0] : rows[random.nextInt(rows.length)];
                    model.merge(row, 1, Integer::sum);
                    execute(row, 1);
                }
                tracker.transactionEnded(false, 0);
                model.forEach((row, count) -> most.merge(row, count, Math::max));
            }
            most.forEach((row, count) -> assertThat(row.maxPerTransaction()).isBetween(1, count));
            assertThat(rows[0].maxPerTransaction()).as("seed=%d", seed).isGreaterThan(most.get(rows[0]) / 2);
        }
    }

    private static final long MILLI = 1_000_000;

    /** Executes {@code row} {@code times} times for 0.1 ms, each after a pause; returns the time at the end. */
    private long loop(StatementStats row, int times, long begin, long pause) {
        long now = begin;
        for (int i = 0; i < times; i++) {
            tracker.executed(row, now + pause, MILLI / 10);
            now += pause + MILLI / 10;
        }
        return now;
    }

    @Test
    void executed_inALoopInAutoCommit_countsLoopsOfTenAndMore() {
        StatementStats parent = row();
        StatementStats row = row();
        long now = loop(parent, 1, 0, 0);
        now = loop(row, 9, now, MILLI);
        assertThat(row.habits).isNull();
        now = loop(row, 1, now, 2 * MILLI);
        now = loop(row, 11, now, MILLI);
        assertThat(row.habits.looped).isEqualTo(12);
        assertThat(row.habits.loops).isEqualTo(1);
        now = loop(parent, 1, now, 0);
        loop(row, 10, now, MILLI);
        assertThat(row.habits.looped).isEqualTo(22);
        assertThat(row.habits.loops).isEqualTo(2);
        assertThat(row.preceding()).isEqualTo(parent.number());
        assertThat(parent.habits).isNull();
    }

    @Test
    void executed_afterAPauseInATransaction_countsAWaitOfTheStatementBefore() {
        StatementStats first = row();
        StatementStats second = row();
        tracker.setAutoCommit(false);
        tracker.executed(first, 0, MILLI);
        tracker.executed(second, 11 * MILLI - 1, MILLI); // one nanosecond too short
        assertThat(first.habits).isNull();
        tracker.read(5 * MILLI);
        tracker.executed(first, 30 * MILLI, MILLI);
        assertThat(second.habits.waitedNanos).isEqualTo(13 * MILLI + 1);
        assertThat(second.habits.afterLongestWait).isEqualTo(first.number());
        assertThat(second.preceding()).isEqualTo(first.number());
        tracker.transactionEnded(false, 51 * MILLI);
        assertThat(first.habits.waits).isEqualTo(1);
        assertThat(first.habits.waitedNanos).isEqualTo(20 * MILLI);
        assertThat(first.habits.afterLongestWait).isZero();
        tracker.executed(second, 1_000 * MILLI, MILLI); // between two transactions nothing waits
        assertThat(first.habits.waits).isEqualTo(1);
    }
}
