package dev.tollbooth.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QueryWatchdogTest {

    private static final long MB = 1 << 20;

    private final AtomicLong allocated = new AtomicLong(7 * MB);
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Failures failures = new Failures(() -> 0);
    private QueryLimit limit = limit(TimeUnit.SECONDS.toNanos(30));
    private SessionRegistry sessions = Leaks.registry(() -> 0, limit);
    private QueryWatchdog watchdog = new QueryWatchdog(limit, sessions, failures);

    private QueryLimit limit(long cancelTimeoutNanos) {
        return new QueryLimit(50 * MB, cancelTimeoutNanos, allocated::get, id -> allocated.get());
    }

    private void cancelTimeout(long nanos) {
        limit = limit(nanos);
        sessions = Leaks.registry(() -> 0, limit);
        watchdog = new QueryWatchdog(limit, sessions, failures);
    }

    private Call execution(Cancellable statement) {
        return new Call(sessions, statement);
    }

    private void overLimit(Call execution) {
        execution.begin();
        allocated.addAndGet(51 * MB);
        watchdog.tick();
    }

    @Test
    void tick_callOverItsLimit_isCancelledOnce() throws Exception {
        AtomicInteger cancels = new AtomicInteger();
        CountDownLatch sent = new CountDownLatch(1);
        Call execution = execution(() -> {
            cancels.incrementAndGet();
            sent.countDown();
        });
        execution.begin();
        allocated.addAndGet(50 * MB);
        watchdog.tick();
        assertThat(limit.sentCount()).as("at its limit, not over it").isZero();
        allocated.addAndGet(3);
        watchdog.tick();
        sent.await();
        for (int i = 0; i < 10; i++) {
            watchdog.tick();
        }
        execution.end();
        assertThat(execution.overLimit()).isEqualTo(new OverLimit(50 * MB + 3, 50 * MB));
        assertThat(cancels).hasValue(1);
        assertThat(limit.sentCount()).isEqualTo(1);
        assertThat(limit.suspectCount()).isZero();
    }

    @Test
    void traceRunning_moreThanAHundred_hasANodeForTheLargestAndOneForTheOthers() {
        List<Call> running = new ArrayList<>(); // a session that nobody refers to is collected
        for (int i = 0; i < 103; i++) {
            Call execution = execution(() -> events.add("cancel"));
            execution.begin();
            running.add(execution);
            allocated.addAndGet(MB);
        }
        MemoryTrace node = new MemoryTrace("running queries");
        sessions.traceRunning(node);
        assertThat(node.totalBytes()).isEqualTo(103 * 104 / 2 * MB);
        assertThat(node.children())
                .hasSize(101)
                .allSatisfy(child -> assertThat(child.name()).matches("[0-9a-f]{8} [0-9]+\\.[0-9]+\\.[0-9]+|others"));
        assertThat(node.children().get(0).ownBytes()).isEqualTo(103 * MB);
        assertThat(node.children().get(100).name()).isEqualTo("others");
        assertThat(node.children().get(100).ownBytes()).isEqualTo(6 * MB);
        assertThat(running).hasSize(103);
    }

    @Test
    void traceRunning_bytesNotKnown_hasNoNode() {
        sessions = new SessionRegistry(() -> 0);
        execution(() -> events.add("cancel")).begin();
        MemoryTrace node = new MemoryTrace("running queries");
        sessions.traceRunning(node);
        assertThat(sessions.list()).hasSize(1);
        assertThat(node.children()).isEmpty();
    }

    @Test
    void tick_manyCallsWithinTheLimit_cancelsNone() {
        Call execution = execution(() -> events.add("cancel"));
        for (int i = 0; i < 1_000; i++) {
            if (i % 10 == 0) {
                execution.begin();
            } else {
                assertThat(execution.beginFetch()).isTrue();
            }
            allocated.addAndGet(10 * MB);
            watchdog.tick();
            execution.end();
            assertThat(execution.overLimit()).isNull();
            watchdog.tick();
        }
        assertThat(limit.sentCount()).isZero();
        assertThat(events).isEmpty();
    }

    @Test
    void tick_fetchOverItsLimit_isCancelledAsFetchAndNotShown() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        Call execution = execution(new Cancellable() {
            @Override
            public void cancel() {
                events.add("cancel");
            }

            @Override
            public void cancelFetch() {
                events.add("cancelFetch");
                sent.countDown();
            }
        });
        execution.begin();
        execution.end();
        assertThat(execution.beginFetch()).isTrue();
        assertThat(sessions.list()).as("a fetch is no execution").isEmpty();
        allocated.addAndGet(51 * MB);
        watchdog.tick();
        sent.await();
        execution.end();
        assertThat(execution.overLimit()).isEqualTo(new OverLimit(51 * MB, 50 * MB));
        assertThat(events).containsExactly("cancelFetch");
        execution.begin();
        execution.end();
        assertThat(execution.overLimit()).as("of the call after it").isNull();
    }

    @Test
    void end_whileACancelIsOnItsWay_waitsForIt() throws Exception {
        CountDownLatch sending = new CountDownLatch(1);
        Call execution = execution(() -> {
            sending.countDown();
            // the driver's call has returned by then: only the wait of end() can cause this order of events
            for (int i = 0; i < 1_000; i++) {
                Thread.onSpinWait();
            }
            events.add("cancel was sent");
        });
        overLimit(execution);
        sending.await();
        execution.end();
        events.add("ended");
        assertThat(events).containsExactly("cancel was sent", "ended");
    }

    @Test
    void end_whileACancelHangs_goesOnAsSuspect() throws Exception {
        cancelTimeout(TimeUnit.MILLISECONDS.toNanos(20));
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch hanging = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Call execution = execution(() -> {
            sending.countDown();
            hanging.await();
            events.add("cancel was sent");
            over.countDown();
        });
        overLimit(execution);
        sending.await();
        execution.end();
        events.add("ended");
        assertThat(execution.overLimit()).isEqualTo(new OverLimit(51 * MB, 50 * MB));
        assertThat(limit.suspectCount()).isEqualTo(1);
        execution.begin();
        hanging.countDown();
        over.await();
        execution.end();
        assertThat(execution.overLimit()).isNull();
        assertThat(events).containsExactly("ended", "cancel was sent");
    }

    @Test
    void tick_cancelFails_isCountedAndTheCallGoesOn() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        Call execution = execution(() -> {
            sent.countDown();
            throw new IllegalStateException("no second connection");
        });
        overLimit(execution);
        sent.await();
        execution.end();
        assertThat(failures.counts()).containsEntry(Place.CANCEL, 1L);
        assertThat(execution.overLimit()).isNotNull();
    }

    @Test
    void cancel_ofACallThatTheLimitHasCancelled_isSentToo() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        Call execution = execution(() -> {
            events.add("cancel");
            first.countDown();
        });
        execution.begin();
        String id = sessions.list().get(0).id();
        allocated.addAndGet(51 * MB);
        watchdog.tick();
        first.await();
        while (!sessions.cancel(id)) {
            Thread.onSpinWait(); // the first one is just being put away
        }
        assertThat(events).containsExactly("cancel", "cancel");
        execution.end();
        assertThat(execution.overLimit()).isNotNull();
        assertThat(sessions.cancel(id)).isFalse();
    }

    @Test
    void cancel_ofAStatementThatAnotherThreadHasClosed_isNotSent() throws Exception {
        Session session = sessions.open("app");
        Cancellable statement = () -> events.add("cancel");
        Account account = sessions.spender(Leaks.table(() -> 0).schema(null), new RuOwner("", "off", "app"), null)
                .account(TextDigest.ofNormalized("select ?", ""), Sha256.NONE);
        session.begin(session.claim(statement), account, 0, 0, false, 0);
        String id = sessions.list().get(0).id();
        session.statementClosed(statement);
        assertThat(sessions.cancel(id)).isFalse();
        assertThat(events).isEmpty();
    }

    @Test
    void stop_afterAPersonsCancelThatWasNotSentInTime_returnsTheLimitOfTheEarlierCancel() {
        Session session = sessions.open("app");
        Journal journal = session.claim(() -> {});
        journal.begin(Entry.head(Accounts.NONE, Entry.MEASURED, 0, 0), 0);
        OverLimit over = new OverLimit(51 * MB, 50 * MB);
        CancelInFlight ofLimit = journal.beginCancel(session, 0, over, 1);
        assertThat(ofLimit.begin()).isTrue();
        ofLimit.sent();
        CancelInFlight ofPerson = journal.beginCancel(session, 0, null, 1);
        assertThat(session.stop(journal)).isSameAs(over);
        assertThat(ofPerson.begin()).as("a cancel that came too late").isFalse();
    }

    @Test
    void begin_allocationNotKnown_isCountedAndNeverCancelled() {
        QueryLimit blind = new QueryLimit(1, 1, () -> AllocatedBytes.UNKNOWN, id -> Long.MAX_VALUE);
        SessionRegistry virtual = Leaks.registry(() -> 0, blind);
        Call execution = new Call(virtual, () -> events.add("cancel"));
        execution.begin();
        new QueryWatchdog(blind, virtual, failures).tick();
        execution.end();
        assertThat(blind.unwatchedCount()).isEqualTo(1);
        assertThat(blind.sentCount()).isZero();
        assertThat(execution.overLimit()).isNull();
    }

    @Test
    void beginFetch_withoutALimit_isNotWatched() {
        Call execution = new Call(new SessionRegistry(() -> 0), () -> events.add("cancel"));
        assertThat(execution.beginFetch()).isFalse();
        execution.begin();
        execution.end();
        assertThat(execution.overLimit()).isNull();
    }

    @Test
    void close_afterStart_looksNoMore() throws Exception {
        try (Scheduler scheduler = new Scheduler("tollbooth-watchdog-test")) {
            watchdog.start(scheduler);
            watchdog.start(scheduler);
            assertThat(threads()).contains("tollbooth-watchdog-test");
            watchdog.close();
            for (int i = 0; i < 30_000 && threads().contains("tollbooth-watchdog-test"); i++) {
                Thread.sleep(1);
            }
            assertThat(threads()).doesNotContain("tollbooth-watchdog-test");
        }
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }
}
