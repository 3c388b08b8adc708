package dev.tollbooth.console.live;

import dev.tollbooth.internal.control.DaemonThread;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs requests on {@value #THREADS} threads at most, each waiting for its client for {@value #SECONDS} seconds at most: one that sends its
 * request byte by byte, or does not take its answer, is cut off. An interrupt closes the channel that a thread waits for.
 *
 * <p>Thread-safe.
 */
final class BoundedExecutor implements Executor, AutoCloseable {

    private static final int THREADS = 4;
    private static final int SECONDS = 5;
    private static final int WAITING = 256;

    private final ThreadPoolExecutor workers;
    private final ScheduledThreadPoolExecutor clock;
    /** What cuts off the request that a thread runs. */
    private final Map<Thread, Future<?>> cuts = new ConcurrentHashMap<>();

    BoundedExecutor(String name) {
        ThreadFactory threads = task -> DaemonThread.of(task, "tollbooth-console-" + name);
        workers = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                threads,
                new ThreadPoolExecutor.DiscardPolicy());
        workers.allowCoreThreadTimeOut(true);
        clock = new ScheduledThreadPoolExecutor(1, threads);
        clock.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void execute(Runnable request) {
        workers.execute(() -> watched(request));
    }

    private void watched(Runnable request) {
        Thread self = Thread.currentThread();
        if (!watch(self)) {
            return; // it is being closed
        }
        try {
            request.run();
        } finally {
            rest(self);
        }
    }

    /** Runs what waits for no client, and so may take its time; to be called by a request. */
    <T> T computing(Callable<T> answer) throws Exception {
        Thread self = Thread.currentThread();
        rest(self);
        try {
            return answer.call();
        } finally {
            watch(self);
        }
    }

    private boolean watch(Thread thread) {
        try {
            cuts.put(thread, clock.schedule(thread::interrupt, SECONDS, TimeUnit.SECONDS));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private void rest(Thread thread) {
        Future<?> cut = cuts.remove(thread);
        if (cut != null) {
            cut.cancel(false);
        }
        Thread.interrupted();
    }

    @Override
    public void close() {
        workers.shutdownNow();
        clock.shutdownNow();
    }
}
