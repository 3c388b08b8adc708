package dev.tollbooth.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StuckLockException;
import dev.tollbooth.statement.EventKind;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Somebody holds the table's lock for as long as this test wants. */
class StuckLockTest {

    private static final RuOwner APP = new RuOwner("H2/shop", "warning", "app");
    private static final TextDigest A = TextDigest.ofNormalized("select a", "");
    private static final int PLACES = 16;

    private final StatementTable table = Leaks.table(() -> 0);
    private final SessionRegistry registry = Leaks.registry(table, () -> 0, 20);
    private final Session session = registry.open("app");
    private final CountDownLatch release = new CountDownLatch(1);
    private Thread holder;

    @BeforeEach
    void hold() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        holder = new Thread(() -> {
            table.lock().lock();
            try {
                held.countDown();
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                table.lock().unlock();
            }
        });
        holder.start();
        held.await();
    }

    @AfterEach
    void release() throws InterruptedException {
        release.countDown();
        holder.join();
    }

    private void execute(Session by) {
        Statement statement = new Statement(by);
        statement.begin(registry.spender(table.schema("shop"), APP, null), A, true, 0);
        statement.finish(1);
    }

    @Test
    void claim_ringIsFull_givesUpAfterASecondAndThenAtOnce_untilTheLockIsBack() throws InterruptedException {
        for (int i = 0; i < PLACES; i++) {
            execute(session);
        }
        long start = System.nanoTime();
        assertThatThrownBy(() -> execute(session)).isInstanceOf(StuckLockException.class);
        assertThat(System.nanoTime() - start).isGreaterThan(900_000_000L);
        for (int i = 0; i < 100; i++) { // which would take 100 seconds
            assertThatThrownBy(() -> execute(session)).isInstanceOf(StuckLockException.class);
        }
        Session other = registry.open("app");
        for (int i = 0; i < PLACES; i++) {
            execute(other); // who has places goes on
        }
        assertThat(session.isIdle()).isTrue();

        release();
        execute(session);
        assertThat(table.executions()).isEqualTo(2 * PLACES + 1);
        assertThat(table.find("shop", A.sha256()).count()).isEqualTo(2 * PLACES + 1);
    }

    @Test
    void claim_threadIsInterrupted_waitsAllTheSameAndStaysInterrupted() {
        for (int i = 0; i < PLACES; i++) {
            execute(session);
        }
        long start = System.nanoTime();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> execute(session)).isInstanceOf(StuckLockException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(System.nanoTime() - start).isGreaterThan(900_000_000L);
    }

    @Test
    void close_ofASession_losesNothing() throws InterruptedException {
        execute(session);
        registry.close(session);
        execute(session); // it goes on behind its connection
        assertThat(registry.size()).as("it is still to be settled").isEqualTo(1);

        release();
        registry.tick();
        assertThat(table.executions()).isEqualTo(2);
        assertThat(registry.size()).isZero();
    }

    @Test
    void record_ofAnEvent_givesUp() {
        assertThatThrownBy(() -> table.eventStats(EventKind.CONNECT).record(1, 1, 0))
                .isInstanceOf(StuckLockException.class);
    }
}
