package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests calls that go through all rows while another thread takes the table's lock and releases it too late. */
@Tag("slow")
@Timeout(120)
class StuckTruncationTest {

    private static final int ROWS = 4;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Case> cases = new ArrayList<>();

    /** A table in use, and the failure of the call that goes through it. */
    private record Case(StatementTable table, StatementDeltas deltas, Future<?> failed) {}

    @AfterEach
    void end() {
        release.countDown();
        threads.shutdown();
    }

    private static void execute(StatementTable table) {
        table.lock().lock();
        try {
            for (int i = 0; i < ROWS; i++) {
                table.schema("shop")
                        .statement(TextDigest.ofNormalized("select " + i, ""))
                        .add(1_000, 0, 0, 0, 0);
            }
        } finally {
            table.lock().unlock();
        }
    }

    /** Lets {@code action} process one row and wait for the lock of the second one in vain. */
    private Case begin(Consumer<Case> action) throws Exception {
        StatementTable table =
                new StatementTable(StatementTableOptions.DEFAULT.withSize(10), () -> 0, new WallClock(0, 0));
        StatementDeltas deltas = StatementDeltas.fromBegin(table);
        execute(table);
        deltas.next();
        execute(table);
        TableLock lock = table.lock();
        lock.lock();
        CountDownLatch began = new CountDownLatch(1);
        Thread[] acts = new Thread[1];
        Future<?> acting = threads.submit(() -> {
            acts[0] = Thread.currentThread();
            began.countDown();
            action.accept(new Case(table, deltas, null));
        });
        began.await();
        awaitQueued(lock, acts[0]);
        Thread holder = new Thread(() -> {
            lock.lock();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                lock.unlock();
            }
        });
        holder.setDaemon(true);
        holder.start();
        awaitQueued(lock, holder);
        lock.unlock(); // fair: a row, then the holder
        Case begun = new Case(table, deltas, acting);
        cases.add(begun);
        return begun;
    }

    private static void awaitQueued(TableLock lock, Thread thread) throws InterruptedException {
        while (!lock.hasQueuedThread(thread)) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    private static long sum(StatementTable table) {
        return table.list().stream().mapToLong(StatementSnapshot::count).sum();
    }

    private static long executions(StatementDelta delta) {
        return delta.statements().stream().mapToLong(StatementRecord::execCount).sum();
    }

    private static long latencies(StatementDelta delta) {
        return delta.statements().stream()
                .mapToLong(record -> record.histogram().total())
                .sum();
    }

    @Test
    void anyTruncation_lockIsStuckAmidItsRows_isFinishedByWhoReadsNext_andNothingIsToldTwice() throws Exception {
        Case reset = begin(of -> of.table.reset());
        Case histograms = begin(of -> of.table.resetHistograms());
        Case events = begin(of -> of.table.resetEvents());
        Case read = begin(of -> of.deltas.next());
        for (Case each : cases) {
            assertThatThrownBy(() -> each.failed.get(60, TimeUnit.SECONDS)).hasMessageContaining("stuck");
        }
        release.countDown();

        assertThat(reset.table.list()).isEmpty();
        assertThat(reset.table.size()).isZero();
        execute(reset.table);
        assertThat(sum(reset.table)).isEqualTo(ROWS);

        assertThat(histograms.table.list())
                .hasSize(ROWS)
                .allSatisfy(row -> assertThat(row.histogram().total()).isZero());
        assertThat(sum(histograms.table)).isEqualTo(2 * ROWS);
        assertThat(histograms.table.global().total()).isEqualTo(2 * ROWS);

        EventSnapshot event = events.table.event(EventKind.STATEMENT);
        assertThat(List.of(event.count(), event.minNanos(), event.maxNanos())).containsExactly(0L, 0L, 0L);
        assertThat(events.table.list()).hasSize(ROWS).allMatch(row -> row.maxNanos() == 1_000);

        assertThat(List.of(reset, histograms, events)).allMatch(each -> each.table.epoch() == 1);
        for (Case each : cases) {
            StatementDelta delta = each.deltas.next();
            long since = each == reset ? 2 * ROWS : ROWS;
            assertThat(executions(delta)).isEqualTo(since);
            assertThat(latencies(delta)).isEqualTo(since);
            assertThat(delta.statements())
                    .allSatisfy(record -> assertThat(record.execCount()).isNotNegative());
            assertThat(delta.global().execCount()).isEqualTo(since);
            assertThat(each.deltas.next()).isEqualTo(StatementDelta.NONE);
        }
        assertThat(read.table.epoch()).isZero();
    }
}
