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
            tracker.executed(row);
        }
    }

    @Test
    void executed_inTransactions_keepsTheMostOfOne() {
        StatementStats row = row();
        StatementStats other = row();
        tracker.setAutoCommit(false);
        execute(row, 5);
        execute(other, 1);
        tracker.transactionEnded(false);
        execute(row, 3);
        tracker.transactionEnded(false);
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
        tracker.transactionEnded(true); // commit in autocommit: PostgreSQL refuses it
        execute(row, 460);
        assertThat(row.maxPerTransaction()).isZero();
    }

    @Test
    void transactionEnded_unknownThatAutoCommitIsOff_saysSo() {
        StatementStats row = row();
        execute(row, 7);
        tracker.transactionEnded(false);
        execute(row, 3);
        assertThat(row.maxPerTransaction()).isEqualTo(3);
    }

    @Test
    void executed_tenTimesOrMoreInOneTransaction_countsTransactionAndExecutions() {
        StatementStats row = row();
        tracker.setAutoCommit(false);
        for (int times : new int[] {9, 10, 25}) {
            execute(row, times);
            tracker.transactionEnded(false);
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
                tracker.transactionEnded(false);
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
                tracker.transactionEnded(false);
                model.forEach((row, count) -> most.merge(row, count, Math::max));
            }
            most.forEach((row, count) -> assertThat(row.maxPerTransaction()).isBetween(1, count));
            assertThat(rows[0].maxPerTransaction()).as("seed=%d", seed).isGreaterThan(most.get(rows[0]) / 2);
        }
    }
}
