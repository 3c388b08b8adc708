package dev.tollbooth.accounting.session;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Stands in a session's slot in place of an execution while a cancel is sent to it, so that its end waits and the
 * cancel can't hit the statement after it.
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

    final Execution execution;
    private final @Nullable OverLimit over;
    private final long timeoutNanos;
    private final CountDownLatch decided = new CountDownLatch(1);
    private final AtomicInteger state = new AtomicInteger(WAITING);

    /** A cancel of {@code execution}; {@code over} says why, null where a person asked for it. */
    CancelInFlight(Execution execution, @Nullable OverLimit over, long timeoutNanos) {
        this.execution = execution;
        this.over = over;
        this.timeoutNanos = timeoutNanos;
    }

    /** Begins to send; false where the end did not wait any longer. */
    boolean begin() {
        return state.compareAndSet(WAITING, SENDING);
    }

    /** Lets the end go on: the cancel was sent. */
    void sent() {
        state.set(SENT);
        decided.countDown();
    }

    /** Lets the end go on: there was nothing to cancel. */
    void dropped() {
        state.compareAndSet(WAITING, GIVEN_UP);
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
