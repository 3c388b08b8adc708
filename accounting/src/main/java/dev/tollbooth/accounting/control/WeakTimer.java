package dev.tollbooth.accounting.control;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that runs a task once a tick and holds it weakly: an instance that was never closed is not kept by its
 * thread.
 *
 * <p>Thread-safe.
 */
public final class WeakTimer implements AutoCloseable {

    private static final long JOIN_MILLIS = 2_000;

    private final WeakReference<Runnable> task;
    private volatile boolean ended; // written under this object's monitor
    private @Nullable Thread thread; // guarded by this

    /** Runs {@code task} once it is started; its owner has to hold the task. */
    public WeakTimer(Runnable task) {
        this.task = new WeakReference<>(task);
    }

    /**
     * Starts a thread of this name, which ends with {@link #close} or when nobody holds the task any more; a second call
     * does nothing.
     *
     * @param tickMillis between two runs
     */
    public synchronized void start(String name, long tickMillis) {
        if (thread != null || ended) {
            return;
        }
        // inherits no thread locals and no context class loader: neither may be kept by us
        Thread started = new Thread(null, () -> run(tickMillis), name, 0, false);
        started.setDaemon(true);
        started.setContextClassLoader(null);
        thread = started;
        started.start();
    }

    private void run(long tickMillis) {
        while (awaitTick(tickMillis)) {
            Runnable present = task.get();
            if (present == null) {
                return;
            }
            try {
                present.run();
            } catch (Throwable t) {
                // a figure of ours, not the application's concern: the next tick tries again
            }
        }
    }

    /** Returns false once this has ended. */
    private synchronized boolean awaitTick(long tickMillis) {
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

    /** Ends the thread for good and waits for it, so that a closed instance has none; a second call does nothing. */
    @Override
    public void close() {
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
