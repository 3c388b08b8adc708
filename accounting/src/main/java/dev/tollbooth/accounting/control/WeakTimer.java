package dev.tollbooth.accounting.control;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that runs a task once a tick and holds it weakly: an instance that was never closed is not kept by its
 * thread.
 *
 * <p>Thread-safe.
 */
public final class WeakTimer {

    private static final long JOIN_MILLIS = 2_000;

    private final WeakReference<Runnable> task;
    private final long tickMillis;
    private volatile boolean ended; // written under this object's monitor
    private @Nullable Thread thread; // guarded by this

    private WeakTimer(Runnable task, long tickMillis) {
        this.task = new WeakReference<>(task);
        this.tickMillis = tickMillis;
    }

    /**
     * Starts a thread of this name, which ends with {@link #end} or when nobody holds {@code task} any more.
     *
     * @param tickMillis between two runs
     */
    public static WeakTimer start(String name, long tickMillis, Runnable task) {
        WeakTimer loop = new WeakTimer(task, tickMillis);
        // inherits no thread locals and no context class loader: neither may be kept by us
        Thread thread = new Thread(null, loop::run, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        synchronized (loop) {
            loop.thread = thread;
        }
        thread.start();
        return loop;
    }

    private void run() {
        while (awaitTick()) {
            Runnable present = task.get();
            if (present == null) {
                return;
            }
            try {
                present.run();
            } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
                // a figure of ours, not the application's concern: the next tick tries again
            }
        }
    }

    /** Returns false once this has ended. */
    private synchronized boolean awaitTick() {
        long deadline = System.nanoTime() + tickMillis * 1_000_000;
        while (!ended) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                return true;
            }
            try {
                wait(millis);
            } catch (InterruptedException e) {
                return false;
            }
        }
        return false;
    }

    /** Ends the thread and waits for it, so that a closed instance has none. */
    public void end() {
        Thread running;
        synchronized (this) {
            ended = true;
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
