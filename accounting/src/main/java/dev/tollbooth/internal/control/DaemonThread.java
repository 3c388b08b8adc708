package dev.tollbooth.internal.control;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Threads of ours: they keep no JVM from its end, and of the application's thread that has them made they inherit neither thread
 * locals nor the context class loader, so that they keep no application that is to be unloaded.
 */
public final class DaemonThread {

    private DaemonThread() {}

    /** Returns a thread that is not started. */
    public static Thread of(Runnable task, String name) {
        Thread thread = new Thread(null, task, name, 0, false);
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
            await(started);
        } catch (ExecutionException | OutOfMemoryError e) {
            throw new IOException(
                    "no thread for the port: exception=" + e.getClass().getName(), e);
        }
    }

    private static void await(FutureTask<Boolean> started) throws ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    started.get();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true; // the application's: it ends at once all the same
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
