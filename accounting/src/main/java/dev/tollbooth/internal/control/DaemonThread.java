package dev.tollbooth.internal.control;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tollbooth's own threads. They keep no JVM from ending. They inherit neither thread locals nor the context class loader, so they keep no application from being unloaded.
 */
public final class DaemonThread extends Thread {

    private DaemonThread(Runnable task, String name) {
        super(null, task, name, 0, false);
    }

    /** Returns a thread that is not started. */
    public static Thread of(Runnable task, String name) {
        DaemonThread thread = new DaemonThread(task, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        return thread;
    }

    /**
     * Runs {@code start} on such a thread, and waits for its end: the threads that it makes are like that one. The JDK's HTTP
     * server, for one, has a thread that is a daemon where the one that starts it is.
     *
     * @throws IOException if it fails, or no thread can be had
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
     * Runs {@code task}, which may wait for locks that others hold, on such a thread, and waits for its end, so long at most; then
     * the task goes on alone. Where the caller is such a thread, or none can be had, it runs the task itself.
     *
     * @throws RuntimeException what the task has thrown meanwhile
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
            running.run(); // no thread is left in this process
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
                    interrupted = true; // the application's: it ends at once all the same
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
