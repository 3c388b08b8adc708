package dev.tollbooth.internal.journal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A cancel that is sent to an entry of a journal, whose end waits for it, so that the cancel can't hit the statement after.
 *
 * <p>Thread-safe. It is sent by one thread and waited for by one other; a cancel that was given up before it was on its
 * way is never sent.
 */
final class CancelInFlight {

    /** How long an end waits for a cancel that a person asked for. */
    static final long USUAL_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int WAITING = 0;
    private static final int SENDING = 1;
    private static final int SENT = 2;
    private static final int GIVEN_UP = 3;

    private final Session session;
    private final Journal journal;
    final long entry;
    private final @Nullable OverLimit over;
    private final long timeoutNanos;
    private final CountDownLatch decided = new CountDownLatch(1);
    private final AtomicInteger state = new AtomicInteger(WAITING);

    /** A cancel of {@code entry}; {@code over} says why, null where a person asked for it. */
    CancelInFlight(Session session, Journal journal, long entry, @Nullable OverLimit over, long timeoutNanos) {
        this.session = session;
        this.journal = journal;
        this.entry = entry;
        this.over = over;
        this.timeoutNanos = timeoutNanos;
    }

    /** Begins to send; false where the end did not wait any longer. */
    boolean begin() {
        return state.compareAndSet(WAITING, SENDING);
    }

    /** Cancels the call that runs, an execution or a fetch; what it throws is the driver's. */
    void send() throws Exception {
        Cancellable statement = session.runningIn(journal.lane);
        if (statement == null) {
            return;
        }
        if (Entry.kind(journal.word(entry, Entry.HEAD)) == Entry.FETCH_CALL) {
            statement.cancelFetch();
        } else {
            statement.cancel();
        }
    }

    /** Returns the loader of the statement's class. */
    @Nullable
    ClassLoader classLoader() {
        Cancellable statement = session.runningIn(journal.lane);
        return statement == null ? null : statement.getClass().getClassLoader();
    }

    /** Lets the end go on: the cancel was sent. */
    void sent() {
        state.compareAndSet(SENDING, SENT);
        journal.endCancel(this, false);
        decided.countDown();
    }

    /** Lets the end go on: nothing was sent. */
    void dropped() {
        state.compareAndSet(WAITING, GIVEN_UP);
        journal.endCancel(this, true);
        decided.countDown();
    }

    boolean isSent() {
        return state.get() == SENT;
    }

    /** Why it was sent, or null: it was not, or a person asked for it. */
    @Nullable
    OverLimit over() {
        int now = state.get();
        return now == SENDING || now == SENT ? over : null;
    }

    /**
     * Waits until the cancel was sent or dropped; an interrupt is kept for the application.
     *
     * @return false if it is on its way still: it may hit what runs next
     */
    boolean await() {
        boolean interrupted = false;
        long deadline = System.nanoTime() + timeoutNanos;
        boolean done = false;
        while (true) {
            try {
                done = decided.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return done || state.compareAndSet(WAITING, GIVEN_UP) || state.get() != SENDING;
    }
}
