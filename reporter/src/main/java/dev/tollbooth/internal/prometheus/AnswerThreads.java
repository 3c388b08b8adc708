package dev.tollbooth.internal.prometheus;

import dev.tollbooth.internal.control.DaemonThread;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that read requests and answer them: daemons, four at most, made when there is something to do. Whoever has kept
 * one of them for too long, by sending or reading nothing, loses it and its connection when the next request comes.
 *
 * <p>Thread-safe.
 */
final class AnswerThreads extends ThreadPoolExecutor {

    private static final int MAX_THREADS = 4;
    private static final int MAX_WAITING = 64;
    private static final long KEEP_SECONDS = 30;

    private final long patienceNanos;
    private final Map<Thread, Long> busySince = new ConcurrentHashMap<>();

    AnswerThreads(String name, long patienceNanos) {
        super(
                MAX_THREADS,
                MAX_THREADS,
                KEEP_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING),
                task -> DaemonThread.of(task, name));
        allowCoreThreadTimeOut(true);
        this.patienceNanos = patienceNanos;
    }

    @Override
    public void execute(Runnable task) {
        long now = System.nanoTime();
        busySince.forEach((thread, since) -> {
            if (now - since > patienceNanos) {
                thread.interrupt(); // which closes the connection that it reads or writes
            }
        });
        super.execute(task);
    }

    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
        busySince.put(thread, System.nanoTime());
        super.beforeExecute(thread, task);
    }

    @Override
    protected void afterExecute(Runnable task, @Nullable Throwable failure) {
        busySince.remove(Thread.currentThread());
        super.afterExecute(task, failure);
    }
}
