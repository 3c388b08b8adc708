package dev.tollbooth.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a cancel never hits a later call, in whatever order calls end and are found. */
@Tag("slow")
@Timeout(120)
class CancelRaceTest {

    private static final int CALLS = 200_000;

    /** The number of the running call; negative between calls. */
    private volatile int current;

    private volatile boolean over;
    private volatile boolean done;
    private final List<String> wrong = new CopyOnWriteArrayList<>();
    private final AtomicInteger cancelsOfThisCall = new AtomicInteger();

    @Test
    void cancel_racingTheEndOfShortCalls_neverHitsAnother() throws Exception {
        QueryLimit limit = new QueryLimit(1, TimeUnit.SECONDS.toNanos(100), () -> 0, id -> over ? 2 : 0);
        SessionRegistry sessions = Leaks.registry(() -> 0, limit);
        QueryWatchdog watchdog = new QueryWatchdog(limit, sessions, new Failures(() -> 0));
        Call execution = new Call(sessions, this::cancel);
        Thread looking = new Thread(() -> {
            while (!done) {
                watchdog.tick();
            }
        });
        looking.start();
        int cancelled = 0;
        for (int call = 1; call <= CALLS; call++) {
            over = call % 3 == 0;
            current = call;
            boolean begun = true;
            if (call % 2 == 0) {
                execution.begin();
            } else {
                begun = execution.beginFetch();
            }
            if (call % 30 == 0) {
                // long enough that the watchdog finds it sometimes
                Thread.yield();
            }
            execution.end();
            current = -call;
            int cancels = cancelsOfThisCall.getAndSet(0);
            if (!begun || cancels > 1 || (cancels == 1) != (execution.overLimit() != null)) {
                wrong.add("call=" + call + ", begun=" + begun + ", cancels=" + cancels + ", over="
                        + execution.overLimit());
            }
            cancelled += cancels;
        }
        done = true;
        looking.join();
        assertThat(wrong).isEmpty();
        assertThat(cancelled).as("cancels that were sent").isPositive().isEqualTo((int) limit.sentCount());
        assertThat(sessions.list()).isEmpty();
    }

    /** Tests executions without a limit, which one compare-and-set ends and publishes. */
    @Test
    void cancel_byAPersonRacingTheEndOfShortExecutions_neverHitsAnother() throws Exception {
        SessionRegistry sessions = new SessionRegistry(() -> 0);
        Call execution = new Call(sessions, this::cancel);
        Thread person = new Thread(() -> {
            while (!done) {
                sessions.forEachRunning(this::cancel);
            }
        });
        person.start();
        int cancelled = 0;
        for (int call = 3; call <= CALLS || cancelled == 0; call += 3) {
            current = call;
            execution.begin();
            if (call % 30 == 0) {
                Thread.yield();
            }
            execution.end();
            current = -call;
            cancelled += cancelsOfThisCall.getAndSet(0);
        }
        done = true;
        person.join();
        assertThat(wrong).isEmpty();
        assertThat(sessions.list()).isEmpty();
    }

    /**
     * Tests several persons, some of whom want to cancel an execution that has ended: an end does not wait for a cancel
     * that has never begun.
     */
    @Test
    void end_besideCancelsThatComeTooLate_doesNotWaitForThem() throws Exception {
        SessionRegistry sessions = new SessionRegistry(() -> 0);
        Call execution = new Call(sessions, () -> {});
        List<Thread> persons = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread person = new Thread(() -> {
                while (!done) {
                    sessions.forEachRunning(this::cancel);
                }
            });
            persons.add(person);
            person.start();
        }
        for (int call = 0; call < CALLS; call++) {
            execution.begin();
            if (call % 30 == 0) {
                Thread.yield();
            }
            execution.end(); // would wait longer than this test may take
        }
        done = true;
        for (Thread person : persons) {
            person.join();
        }
        assertThat(wrong).isEmpty();
    }

    /** Cancels as a person does, but an end waits longer for it than a busy machine may stop this thread. */
    private void cancel(Session session, Journal journal, long entry) {
        CancelInFlight cancel = journal.beginCancel(session, entry, null, TimeUnit.SECONDS.toNanos(200));
        if (cancel == null) {
            return;
        }
        try {
            if (cancel.begin()) {
                cancel.send();
            }
        } catch (Exception e) {
            wrong.add(e.toString());
        } finally {
            cancel.sent();
        }
    }

    private void cancel() {
        int hit = current;
        cancelsOfThisCall.incrementAndGet();
        Thread.yield();
        if (hit <= 0 || hit % 3 != 0 || current != hit) {
            wrong.add("cancel meant for a call that is over: begun=" + hit + ", now=" + current);
        }
    }
}
