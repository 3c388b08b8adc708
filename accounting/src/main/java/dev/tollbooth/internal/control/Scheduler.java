package dev.tollbooth.internal.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs what is to be done by the clock, one after the other on a daemon thread, which is there only while a task is started.
 *
 * <p>It holds tasks weakly: their owner has to hold them, and an instance that was never closed is not kept by its thread.
 *
 * <p>Thread-safe. To wait takes no memory, so that the thread outlives a full heap; an executor's would end there for good.
 */
public final class Scheduler implements AutoCloseable {

    private static final long JOIN_MILLIS = 2_000;

    private final String threadName;

    @GuardedBy("this")
    private final List<ScheduledTask> tasks = new ArrayList<>();

    @GuardedBy("this")
    private @Nullable Thread thread;

    @GuardedBy("this")
    private boolean closed;

    /** Has no thread before the first task is started. */
    public Scheduler(String threadName) {
        this.threadName = threadName;
    }

    /** Returns what runs {@code task} each period once it is started. Runs that were missed are not made up for. */
    public ScheduledTask every(long periodNanos, Runnable task) {
        return new ScheduledTask(this, task, periodNanos, false);
    }

    /** Returns what runs {@code task} once, so long after it is started. */
    public ScheduledTask once(long delayNanos, Runnable task) {
        return new ScheduledTask(this, task, delayNanos, true);
    }

    synchronized void start(ScheduledTask task) {
        if (closed || tasks.contains(task)) {
            return;
        }
        if (thread == null) {
            Thread fresh = DaemonThread.of(this::run, threadName);
            fresh.start(); // waits for this lock
            thread = fresh;
        }
        task.dueNanos = System.nanoTime() + task.periodNanos;
        tasks.add(task);
        notifyAll();
    }

    synchronized void cancel(ScheduledTask task) {
        if (tasks.remove(task)) {
            notifyAll();
        }
    }

    synchronized void runSoon(ScheduledTask task) {
        task.dueNanos = System.nanoTime();
        notifyAll();
    }

    private void run() {
        for (ScheduledTask due = awaitDue(); due != null; due = awaitDue()) {
            due.run();
        }
    }

    /** Waits for the next task and returns it, null where there is none any more. */
    private synchronized @Nullable ScheduledTask awaitDue() {
        while (!tasks.isEmpty()) {
            ScheduledTask next = next();
            long now = System.nanoTime();
            long left = next.dueNanos - now;
            if (left <= 0) {
                if (next.once) {
                    tasks.remove(next);
                }
                // one that is late by more than a period does not run twice in a row
                next.dueNanos += Math.max(next.periodNanos, -left);
                return next;
            }
            try {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            } catch (InterruptedException e) {
                // somebody interrupts every thread that there is: ours end by close()
            }
        }
        thread = null;
        return null;
    }

    @GuardedBy("this")
    private ScheduledTask next() {
        ScheduledTask next = tasks.get(0);
        for (int i = 1; i < tasks.size(); i++) {
            ScheduledTask other = tasks.get(i);
            if (other.dueNanos - next.dueNanos < 0) {
                next = other;
            }
        }
        return next;
    }

    /** Runs nothing more and waits for what runs now, for two seconds at most; a second call does nothing. */
    @Override
    public void close() {
        Thread running;
        synchronized (this) {
            closed = true;
            tasks.clear();
            notifyAll();
            running = thread;
        }
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        try {
            running.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
