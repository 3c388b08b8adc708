package dev.tollbooth.internal.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler that runs scheduled tasks one after the other on a daemon thread, which exists only while a task is
 * started.
 *
 * <p>The scheduler refers to tasks weakly, so its thread does not keep an unclosed instance alive. The owner holds the
 * tasks.
 *
 * <p>Thread-safe. Waiting allocates nothing, so the thread survives a full heap; the thread of a
 * ScheduledThreadPoolExecutor would not.
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

    /** Makes a scheduler whose thread starts with the first task. */
    public Scheduler(String threadName) {
        this.threadName = threadName;
    }

    /** Returns a task that runs once per period after its start. Missed runs are not repeated. */
    public ScheduledTask every(long periodNanos, Runnable task) {
        return new ScheduledTask(this, task, periodNanos, false);
    }

    /** Returns a task that runs once, {@code delayNanos} after its start. */
    public ScheduledTask once(long delayNanos, Runnable task) {
        return new ScheduledTask(this, task, delayNanos, true);
    }

    synchronized void start(ScheduledTask task) {
        if (closed || tasks.contains(task)) {
            return;
        }
        if (thread == null) {
            Thread fresh = DaemonThread.of(this::run, threadName);
            fresh.start(); // the new thread waits for this lock
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

    /** Waits until a task is due and returns the task, or null if no task is left. */
    private synchronized @Nullable ScheduledTask awaitDue() {
        while (!tasks.isEmpty()) {
            ScheduledTask next = next();
            long now = System.nanoTime();
            long left = next.dueNanos - now;
            if (left <= 0) {
                if (next.once) {
                    tasks.remove(next);
                }
                // a task that is late by more than a period does not run twice in a row
                next.dueNanos += Math.max(next.periodNanos, -left);
                return next;
            }
            try {
                wait(left / 1_000_000, (int) (left % 1_000_000));
            } catch (InterruptedException e) {
                // the application may interrupt all threads; only close() ends this one
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

    /** Stops all tasks and waits at most two seconds for the one in progress. */
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
