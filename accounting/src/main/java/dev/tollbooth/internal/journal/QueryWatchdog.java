package dev.tollbooth.internal.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.ScheduledTask;
import dev.tollbooth.internal.control.Scheduler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A watchdog that cancels each running driver call that has allocated more than the limit, once.
 *
 * <p>Thread-safe. It checks the calls every 20 ms. Each cancel has a thread of its own. While 32 cancels are on their
 * way, no other call is cancelled.
 */
public final class QueryWatchdog implements AutoCloseable {

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MAX_SENDING = 32;

    private final QueryLimit limit;
    private final SessionRegistry sessions;
    private final Failures failures;
    private final AtomicInteger sending = new AtomicInteger();
    private final Runnable tick = this::tick; // a strong reference, because the scheduler's is weak

    @GuardedBy("this")
    private @Nullable ScheduledTask ticking;

    /** Makes a watchdog for the calls of {@code sessions}; the watchdog begins with {@link #start}. */
    public QueryWatchdog(QueryLimit limit, SessionRegistry sessions, Failures failures) {
        this.limit = limit;
        this.sessions = sessions;
        this.failures = failures;
    }

    /** Starts on {@code scheduler}; a second call does nothing. */
    public synchronized void start(Scheduler scheduler) {
        if (ticking == null) {
            ticking = scheduler.every(TICK_NANOS, tick);
            ticking.start();
        }
    }

    /** Checks each running call. */
    void tick() {
        try {
            sessions.forEachRunning(this::look);
        } catch (Throwable t) {
            failures.caught(Place.CANCEL, t);
        }
    }

    private void look(Session session, Journal journal, long entry) {
        if (sending.get() >= MAX_SENDING) {
            return;
        }
        long thread = journal.word(entry, Entry.THREAD);
        long begun = journal.word(entry, Entry.ALLOCATED);
        if (!journal.runs(entry)) {
            return;
        }
        long bytes = limit.bytes(thread, begun);
        if (bytes <= limit.limitBytes()) {
            return;
        }
        OverLimit over = new OverLimit(bytes, limit.limitBytes());
        CancelInFlight cancel = journal.beginCancel(session, entry, over, limit.cancelTimeoutNanos());
        if (cancel == null) {
            return;
        }
        sending.incrementAndGet();
        try {
            start(cancel);
        } catch (Throwable t) {
            // no memory for a thread: the next tick tries again
            sending.decrementAndGet();
            cancel.dropped();
            throw t;
        }
    }

    private void start(CancelInFlight cancel) {
        Thread sender = DaemonThread.of(() -> send(cancel), "tollbooth-cancel");
        sender.setContextClassLoader(cancel.classLoader());
        sender.start();
    }

    private void send(CancelInFlight cancel) {
        try {
            if (cancel.begin()) {
                limit.sent.incrementAndGet();
                cancel.send();
            }
        } catch (Throwable t) {
            failures.caught(Place.CANCEL, t);
        } finally {
            cancel.sent();
            sending.decrementAndGet();
        }
    }

    /** Stops watching; cancels on their way continue. A second call does nothing. */
    @Override
    public synchronized void close() {
        if (ticking != null) {
            ticking.cancel();
        }
    }
}
