package dev.tollbooth.internal.control;

import java.lang.ref.WeakReference;

/**
 * A task that a {@link Scheduler} runs periodically or once after {@link #start}.
 *
 * <p>Thread-safe.
 */
public final class ScheduledTask {

    private final Scheduler scheduler;
    private final WeakReference<Runnable> task;
    /** The time from the start to the first run, and between two runs. */
    final long periodNanos;

    final boolean once;

    /** The time of the next run by {@link System#nanoTime}; guarded by the scheduler. */
    long dueNanos;

    ScheduledTask(Scheduler scheduler, Runnable task, long periodNanos, boolean once) {
        this.scheduler = scheduler;
        this.task = new WeakReference<>(task);
        this.periodNanos = periodNanos;
        this.once = once;
    }

    /** Schedules the first run after one period; does nothing if the task is started already. */
    public void start() {
        scheduler.start(this);
    }

    /** Cancels further runs; does not wait for a run in progress. */
    public void cancel() {
        scheduler.cancel(this);
    }

    /** Starts or cancels the task. */
    public void setStarted(boolean started) {
        if (started) {
            start();
        } else {
            cancel();
        }
    }

    /** Runs the task now instead of at the scheduled time; does nothing if the task is not started. */
    public void runSoon() {
        scheduler.runSoon(this);
    }

    void run() {
        Runnable present = task.get();
        if (present == null) {
            cancel();
            return;
        }
        try {
            present.run();
        } catch (Throwable t) {
            // the failure is ours, not the application's: the next run tries again
        }
    }
}
