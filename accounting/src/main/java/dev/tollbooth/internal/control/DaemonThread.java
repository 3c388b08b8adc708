package dev.tollbooth.internal.control;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A daemon thread of Tollbooth. It keeps no JVM alive. It inherits neither thread locals nor the context class loader,
 * so it keeps no application from being unloaded.
 */
public final class DaemonThread extends Thread {

    private DaemonThread(Runnable task, String name) {
        super(null, task, name, 0, false);
    }

    /** Returns a new thread that is not started. */
    public static Thread of(Runnable task, String name) {
        DaemonThread thread = new DaemonThread(task, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /**
     * Runs {@code start} on a daemon thread and waits for its end. Threads that {@code start} makes, such as those of
     * the JDK's HTTP server, inherit the daemon flag.
     *
     * @throws IOException if {@code start} fails, or if no thread can be created
     */
    public static void start(Runnable start, String name) throws IOException {
        FutureTask<Boolean> started = new FutureTask<>(start, true);
        try {
            of(started, name).start();
            await(started, Long.MAX_VALUE);
        } catch (ExecutionException | OutOfMemoryError e) {
            throw new IOException(
                    "no thread for the port: exception=" + e.getClass().getName(), e);
        }
    }

    /**
     * Runs {@code task}, which may wait for locks, on a daemon thread and waits at most {@code patienceNanos} for its
     * end. After that time the task continues alone. If the caller is a daemon thread of Tollbooth, or if no thread can
     * be created, the caller runs the task.
     *
     * @throws RuntimeException if the task throws while the caller waits
     */
    public static void run(Runnable task, String name, long patienceNanos) {
        FutureTask<Boolean> running = new FutureTask<>(task, true);
        try {
            if (currentThread() instanceof DaemonThread) {
                running.run();
            } else {
                of(running, name).start();
            }
        } catch (OutOfMemoryError e) {
            running.run(); // the process can't create another thread
        }
        try {
            await(running, patienceNanos);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    private static void await(FutureTask<Boolean> task, long patienceNanos) throws ExecutionException {
        long start = System.nanoTime();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    task.get(patienceNanos - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true; // kept for the application; the wait goes on
                } catch (TimeoutException e) {
                    return;
                }
            }
        } finally {
            if (interrupted) {
                currentThread().interrupt();
            }
        }
    }
}
