package dev.tollbooth.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StuckLockException;
import dev.tollbooth.statement.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that nobody waits long for a thread that holds the table's lock. */
class StuckLockTest {

    private static final RuOwner APP = new RuOwner("H2/shop", "warning", "app");
    private static final TextDigest A = TextDigest.ofNormalized("select a", "");
    private static final int PLACES = 16;
    private static final int MOST_PLACES = 65_536;

    private final StatementTable table = Leaks.table(() -> 0);
    private final SessionRegistry registry = Leaks.registry(table, () -> 0, 20);
    private final Session session = registry.open("app");
    private CountDownLatch release;
    private Thread holder;

    @BeforeEach
    void hold() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        release = back;
        holder = new Thread(() -> {
            table.lock().lock();
            try {
                held.countDown();
                back.await();
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

    /** Executes until the journal has no room; returns the number of executions. */
    private int fill(Session by) {
        for (int executed = 0; ; executed++) {
            try {
                execute(by);
            } catch (StuckLockException e) {
                return executed;
            }
        }
    }

    @Test
    void claim_ringsAreFullAndAsWideAsTheyMayBe_givesUpAfterASecondAndThenAtOnce_untilTheLockIsBack()
            throws InterruptedException {
        long start = System.nanoTime();
        int filled = fill(session);
        assertThat(filled).isEqualTo(MOST_PLACES);
        assertThat(System.nanoTime() - start).isGreaterThan(900_000_000L);
        for (int i = 0; i < 100; i++) { // which would take 100 seconds
            assertThatThrownBy(() -> execute(session)).isInstanceOf(StuckLockException.class);
        }
        List<Session> others = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Session other = registry.open("app");
            others.add(other);
            int more = fill(other);
            assertThat(more).as("who has places goes on").isGreaterThanOrEqualTo(PLACES);
            filled += more;
        }
        assertThat(session.isIdle()).isTrue();
        long bytes = session.journals.bytes()
                + others.stream().mapToLong(other -> other.journals.bytes()).sum();
        assertThat(bytes).as("all rings together").isBetween(8L << 20, (8L << 20) + 101 * 5_000);

        release();
        execute(session);
        assertThat(table.executions()).isEqualTo(filled + 1);
        assertThat(table.find("shop", A.sha256()).count()).isEqualTo(filled + 1);
        for (int i = 0; i < 3; i++) {
            registry.tick();
        }
        assertThat(session.journals.wideBytes()).isZero();
        assertThat(others).allMatch(other -> other.journals.wideBytes() == 0);
        hold();
        assertThat(fill(session)).as("may be wide again").isEqualTo(MOST_PLACES);
    }

    @Test
    void claim_threadIsInterrupted_waitsAllTheSameAndStaysInterrupted() {
        for (int i = 0; i < MOST_PLACES; i++) {
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

    /** Tests that an endpoint of the application can read figures. */
    @Test
    @Tag("slow")
    void read_ofAnyKind_givesUpAndNamesWhoHoldsTheLock() throws InterruptedException {
        execute(session); // is to be settled first
        Map<String, Runnable> reads = Map.ofEntries(
                Map.entry("list", table::list),
                Map.entry("find", () -> table.find("shop", A.sha256())),
                Map.entry("find all", () -> table.find(A.sha256())),
                Map.entry("global", table::global),
                Map.entry("statements", () -> table.event(EventKind.STATEMENT)),
                Map.entry("connects", () -> table.eventStats(EventKind.CONNECT).snapshot()),
                Map.entry("executions", table::executions),
                Map.entry("lost", table::lost),
                Map.entry("origins", table::origins),
                Map.entry("evict", () -> table.evictColdest(1)),
                Map.entry("reset", table::reset),
                Map.entry("reset of events", table::resetEvents),
                Map.entry("undrained", registry::undrained),
                Map.entry("settle", registry::settleAll));
        Map<String, Throwable> thrown = new ConcurrentHashMap<>();
        List<Thread> readers = new ArrayList<>();
        reads.forEach((name, read) -> {
            Thread reader = new Thread(() -> {
                try {
                    read.run();
                } catch (Throwable t) {
                    thrown.put(name, t);
                }
            });
            reader.start();
            readers.add(reader);
        });
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(100);
        for (Thread reader : readers) {
            reader.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
        assertThat(thrown.keySet()).isEqualTo(reads.keySet());
        assertThat(thrown.values())
                .allSatisfy(each -> assertThat(each)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageMatching("the table's lock is stuck: waited=10s, holder=.+; .*"));
        assertThat(thrown.values()).anySatisfy(each -> assertThat(each).hasMessageContaining(holder.getName()));

        release();
        assertThat(table.executions()).isEqualTo(1);
        assertThat(table.list()).hasSize(1).allMatch(row -> row.count() == 1);
    }

    @Test
    void record_ofAnEvent_givesUp() {
        assertThatThrownBy(() -> table.eventStats(EventKind.CONNECT).record(1, 1, 0))
                .isInstanceOf(StuckLockException.class);
    }

    /** Tests that another thread may widen the journal between this thread's check and its claim. */
    @Test
    void widen_ofARingThatHasPlacesOrAsManyAsItMay_takesNoBytes() {
        for (int i = 0; i < PLACES; i++) {
            execute(session);
        }
        Journal journal = session.journals.lanes()[0];
        List<Long> taken = new ArrayList<>();
        assertThat(journal.widen(MOST_PLACES, taken::add)).isTrue();
        assertThat(journal.widen(MOST_PLACES, taken::add)).as("has places left").isTrue();
        assertThat(journal.ring).hasSize(32 * Entry.WORDS);
        assertThat(taken).as("each may have 64 places").containsExactly(0L);

        for (int i = PLACES; i < 64; i++) {
            execute(session);
        }
        assertThat(journal.widen(64, taken::add)).isFalse();
        assertThat(journal.widen(128, bytes -> false)).isFalse();
        assertThat(journal.widen(128, taken::add)).isTrue();
        assertThat(journal.widen(128, taken::add)).isTrue();
        assertThat(taken).containsExactly(0L, 64L * Entry.WORDS * Long.BYTES);
        assertThat(journal.wideBytes()).isEqualTo(64L * Entry.WORDS * Long.BYTES);
    }
}
