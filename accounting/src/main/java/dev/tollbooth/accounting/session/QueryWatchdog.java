package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.control.WeakTimer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks at the driver's calls that run now and cancels each that has allocated more than its limit, once.
 *
 * <p>Thread-safe. Its daemon thread looks each 20 ms and sends nothing itself: each cancel has a thread of its own, of
 * which there are 32 at most; calls over their limit wait for one.
 */
public final class QueryWatchdog implements AutoCloseable {

    private static final long TICK_MILLIS = 20;
    private static final int MAX_SENDING = 32;

    private final QueryLimit limit;
    private final SessionRegistry sessions;
    private final Failures failures;
    private final AtomicInteger sending = new AtomicInteger();
    private final Runnable tick = this::tick; // held here, weakly by the thread
    private final WeakTimer timer = new WeakTimer(tick);

    /** Watches the calls of {@code sessions}; its thread isn't running yet. */
    public QueryWatchdog(QueryLimit limit, SessionRegistry sessions, Failures failures) {
        this.limit = limit;
        this.sessions = sessions;
        this.failures = failures;
    }

    /** Starts the thread, named {@code tollbooth-query-limit-} and {@code name}; a second call does nothing. */
    public void start(String name) {
        timer.start("tollbooth-query-limit-" + name, TICK_MILLIS);
    }

    /** Looks at each call that runs now. */
    void tick() {
        try {
            sessions.forEachExecution(this::look);
        } catch (Throwable t) {
            failures.caught(Place.CANCEL, t);
        }
    }

    private void look(Execution execution) {
        if (sending.get() >= MAX_SENDING) {
            return;
        }
        CancelInFlight cancel = execution.cancelOver(limit);
        if (cancel == null) {
            return;
        }
        sending.incrementAndGet();
        try {
            start(cancel);
        } catch (Throwable t) {
            // no memory for a thread: the next tick tries again
            sending.decrementAndGet();
            execution.dropped(cancel);
            throw t;
        }
    }

    private void start(CancelInFlight cancel) {
        Thread sender = new Thread(null, () -> send(cancel), "tollbooth-cancel", 0, false);
        sender.setDaemon(true);
        sender.setContextClassLoader(cancel.execution.classLoader());
        sender.start();
    }

    private void send(CancelInFlight cancel) {
        try {
            if (cancel.begin()) {
                limit.sent();
                cancel.execution.cancelCall();
            }
        } catch (Throwable t) {
            failures.caught(Place.CANCEL, t);
        } finally {
            cancel.sent();
            sending.decrementAndGet();
        }
    }

    /** Ends the thread; cancels that are on their way go on. A second call does nothing. */
    @Override
    public void close() {
        timer.close();
    }
}
