package dev.tollbooth.internal.control;

import java.lang.ref.WeakReference;

/**
 * Something that a {@link Scheduler} runs again and again, or once, from {@link #start} on.
 *
 * <p>Thread-safe.
 */
public final class ScheduledTask {

    private final Scheduler scheduler;
    private final WeakReference<Runnable> task;
    /** From the start to the first run, and between two runs. */
    final long periodNanos;

    final boolean once;

    /** By {@link System#nanoTime}; guarded by the scheduler. */
    long dueNanos;

    ScheduledTask(Scheduler scheduler, Runnable task, long periodNanos, boolean once) {
        this.scheduler = scheduler;
        this.task = new WeakReference<>(task);
        this.periodNanos = periodNanos;
        this.once = once;
    }

    /** Has it run from now on, for the first time when a period has passed; nothing where it is started already. */
    public void start() {
        scheduler.start(this);
    }

    /** Has it run no more before the next start; does not wait for a run that has begun. */
    public void cancel() {
        scheduler.cancel(this);
    }

    /** Starts or cancels it. */
    public void setStarted(boolean started) {
        if (started) {
            start();
        } else {
            cancel();
        }
    }

    /** Has it run now and not when its time comes, where it is started. */
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
            // a figure of ours, not the application's concern: the next run tries again
        }
    }
}
