package dev.tollbooth.internal.journal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A cancel on its way to an entry of a journal. The end of the entry waits for it, so the cancel can't hit the next
 * statement.
 *
 * <p>Thread-safe: one thread sends the cancel, and one other waits. A cancel that was given up before sending is never
 * sent.
 */
final class CancelInFlight {

    /** The time that the end of an execution waits for a person's cancel. */
    static final long USUAL_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int WAITING = 0;
    private static final int SENDING = 1;
    private static final int SENT = 2;
    private static final int GIVEN_UP = 3;

    private final Session session;
    private final Journal journal;
    final long entry;
    private final @Nullable OverLimit over;
    /** The limit for which an earlier cancel of the same entry was sent. */
    private final @Nullable OverLimit earlier;

    private final long timeoutNanos;
    private final CountDownLatch decided = new CountDownLatch(1);
    private final AtomicInteger state = new AtomicInteger(WAITING);

    /**
     * Makes a cancel of {@code entry}.
     *
     * @param over the exceeded limit; null for a person's cancel
     * @param earlier the limit for which an earlier cancel of the entry was sent; null if there was none
     */
    CancelInFlight(
            Session session,
            Journal journal,
            long entry,
            @Nullable OverLimit over,
            @Nullable OverLimit earlier,
            long timeoutNanos) {
        this.session = session;
        this.journal = journal;
        this.entry = entry;
        this.over = over;
        this.earlier = earlier;
        this.timeoutNanos = timeoutNanos;
    }

    /** Begins to send; returns false if the end has given up waiting. */
    boolean begin() {
        return state.compareAndSet(WAITING, SENDING);
    }

    /**
     * Cancels the running call, an execution or a fetch; throws the driver's exceptions.
     *
     * @return false if there is nothing to cancel, because the statement was closed or the call is ending
     */
    boolean send() throws Exception {
        Cancellable statement = session.runningIn(journal.lane);
        if (statement == null) {
            return false;
        }
        if (Entry.kind(journal.word(entry, Entry.HEAD)) == Entry.FETCH_CALL) {
            statement.cancelFetch();
        } else {
            statement.cancel();
        }
        return true;
    }

    /** Returns the loader of the statement's class; null if no statement runs. */
    @Nullable
    ClassLoader classLoader() {
        Cancellable statement = session.runningIn(journal.lane);
        return statement == null ? null : statement.getClass().getClassLoader();
    }

    /** Marks the cancel as sent, and lets the end of the execution continue. */
    void sent() {
        state.compareAndSet(SENDING, SENT);
        journal.endCancel(this, false);
        decided.countDown();
    }

    /** Marks the cancel as given up, and lets the end of the execution continue. */
    void dropped() {
        state.compareAndSet(WAITING, GIVEN_UP);
        journal.endCancel(this, true);
        decided.countDown();
    }

    /** Returns the exceeded limit for which this cancel or an earlier one was sent; null if there is none. */
    @Nullable
    OverLimit over() {
        int now = state.get();
        return over != null && (now == SENDING || now == SENT) ? over : earlier;
    }

    /**
     * Waits until the cancel was sent or dropped, at most until the timeout; returns whether it was. An interrupt stays
     * set for the application.
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
        return done;
    }

    /** Gives up a cancel that was not sent in time; returns false if it is on its way and may hit the next statement. */
    boolean giveUp() {
        return state.compareAndSet(WAITING, GIVEN_UP) || state.get() != SENDING;
    }
}
