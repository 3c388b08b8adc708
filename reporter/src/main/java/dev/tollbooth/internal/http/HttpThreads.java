package dev.tollbooth.internal.http;

import dev.tollbooth.internal.control.DaemonThread;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a port: at most {@value #THREADS} daemon threads, created on demand. At most {@value #WAITING}
 * requests wait for a thread. The newest one is next, because the clients of old requests have often gone. A request is
 * dropped if it has waited {@value #PATIENCES} times as long as a thread waits for a client. A client that keeps its
 * thread waiting for too long is disconnected ({@link ClientWait}).
 *
 * <p>The JDK's server drops the connection of a request that fails or finds no thread ({@link #forget}). Thread-safe.
 */
final class HttpThreads implements Executor, AutoCloseable {

    private static final int THREADS = 4;
    private static final int WAITING = 256;
    private static final int KEEP_SECONDS = 5;
    private static final int PATIENCES = 4;
    /** The number of times that a client's wait is checked before the client is disconnected. */
    private static final int LOOKS = 10;

    private static final class NewestFirst extends LinkedBlockingDeque<Runnable> {

        private static final long serialVersionUID = 1;

        NewestFirst() {
            super(WAITING);
        }

        @Override
        public boolean offer(Runnable request) {
            return offerFirst(request);
        }
    }

    private final ThreadPoolExecutor workers;
    private final ScheduledThreadPoolExecutor clock;
    private final long patienceNanos;
    private final Consumer<Throwable> failures;
    private final Map<Thread, ClientWait> waits = new ConcurrentHashMap<>();

    /** Makes a pool of threads with this {@code name}; {@code failures} counts exceptions of requests. */
    HttpThreads(String name, long patienceNanos, Consumer<Throwable> failures) {
        ThreadFactory threads = task -> DaemonThread.of(task, name);
        this.patienceNanos = patienceNanos;
        this.failures = failures;
        this.workers =
                new ThreadPoolExecutor(THREADS, THREADS, KEEP_SECONDS, TimeUnit.SECONDS, new NewestFirst(), threads);
        workers.allowCoreThreadTimeOut(true);
        this.clock = new ScheduledThreadPoolExecutor(1, threads);
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(KEEP_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a request of the JDK's server on a thread of this pool. Throws nothing, because an exception would end the
     * server's own thread.
     */
    @Override
    public void execute(Runnable request) {
        long since = System.nanoTime();
        try {
            workers.execute(() -> run(request, since));
        } catch (RejectedExecutionException e) {
            forget(request); // too many requests wait, or the port is closed
        } catch (Throwable e) {
            failed(request, e);
        }
    }

    private void run(Runnable request, long since) {
        if (System.nanoTime() - since > PATIENCES * patienceNanos) {
            forget(request);
            return;
        }
        Thread self = Thread.currentThread();
        Future<?> looks = null;
        try {
            ClientWait wait = new ClientWait(self, patienceNanos);
            waits.put(self, wait);
            long every = Math.max(1, patienceNanos / LOOKS);
            looks = clock.scheduleWithFixedDelay(wait, every, every, TimeUnit.NANOSECONDS);
            request.run();
        } catch (RejectedExecutionException e) {
            forget(request); // the port is closed
        } catch (Throwable e) {
            failed(request, e);
        } finally {
            rest(self, looks);
        }
    }

    private void rest(Thread self, @Nullable Future<?> looks) {
        ClientWait wait = waits.remove(self);
        if (wait != null) {
            wait.end();
        }
        if (looks != null) {
            looks.cancel(false);
        }
        Thread.interrupted(); // the next request has its own time
    }

    private void failed(Runnable request, Throwable failure) {
        try {
            failures.accept(failure);
        } catch (Throwable e) {
            // there is no memory to count the failure
        }
        forget(request);
    }

    /**
     * Makes the JDK's server close a request's connection, by running the request on an interrupted thread. Its first
     * read closes the connection. The server has no other way to close an unanswered connection, and would keep it
     * forever.
     */
    private static void forget(Runnable request) {
        Thread.currentThread().interrupt();
        try {
            request.run();
        } catch (Throwable e) {
            // there is no memory to close it
        } finally {
            Thread.interrupted();
        }
    }

    /** Returns the most nanoseconds that a thread waits for a client, or for the end of another large response. */
    long patienceNanos() {
        return patienceNanos;
    }

    /** Returns the wait of the request that the current thread serves. */
    ClientWait current() {
        return Objects.requireNonNull(waits.get(Thread.currentThread()), "no request runs here");
    }

    @Override
    public void close() {
        workers.shutdownNow();
        clock.shutdownNow();
    }
}
