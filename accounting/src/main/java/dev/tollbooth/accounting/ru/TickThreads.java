package dev.tollbooth.accounting.ru;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The two daemon threads of TopRU, which run while there is something to do. Thread-safe. */
final class TickThreads {

    private static final long A_SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long JOIN_MILLIS = 5_000;

    private final TopRu topRu;
    private final Failures failures;
    /** Made once: when memory is short there is none for them. */
    private final Runnable sample;

    private final Runnable work;
    private final ThreadFactory threads;
    private final long tickNanos;
    private boolean started; // guarded by this
    private @Nullable Thread tick; // written under this
    private volatile @Nullable Thread worker; // written under this

    TickThreads(TopRu topRu, Failures failures) {
        this(topRu, failures, Thread::new, A_SECOND_NANOS);
    }

    TickThreads(TopRu topRu, Failures failures, ThreadFactory threads, long tickNanos) {
        this.topRu = topRu;
        this.failures = failures;
        this.sample = topRu::sample;
        this.work = topRu::work;
        this.threads = threads;
        this.tickNanos = tickNanos;
    }

    synchronized void start() {
        started = true;
        wake();
    }

    /** Starts the threads if they may run, have something to do and do not run. */
    synchronized void wake() {
        if (started && tick == null && !topRu.isIdle()) {
            Thread nextWorker = daemon("tollbooth-ru-worker", this::work);
            Thread nextTick = daemon("tollbooth-ru-tick", this::tick);
            // known before they start: a thread that does not find itself here ends
            worker = nextWorker;
            tick = nextTick;
            boolean running = false;
            try {
                nextWorker.start();
                nextTick.start();
                running = true;
            } finally {
                if (!running) {
                    forget();
                }
            }
        }
    }

    private Thread daemon(String name, Runnable task) {
        Thread thread = threads.newThread(task);
        thread.setName(name);
        thread.setDaemon(true);
        return thread;
    }

    private void tick() {
        long due = System.nanoTime() + tickNanos;
        while (runs(Thread.currentThread())) {
            long wait = due - System.nanoTime();
            if (wait > 0) {
                LockSupport.parkNanos(this, wait);
                continue;
            }
            // ticks that were missed are not made up for: the next one takes all
            due = Math.max(due + tickNanos, System.nanoTime());
            guarded(sample);
            LockSupport.unpark(worker);
            stopIfIdle();
        }
    }

    private void work() {
        while (worker == Thread.currentThread()) {
            LockSupport.parkNanos(this, tickNanos);
            guarded(work);
        }
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable failure) {
            try {
                failures.caught(Place.TOP_RU, failure);
            } catch (Throwable t) {
                // memory is short: the thread stays, for the next tick
            }
        }
    }

    private synchronized boolean runs(Thread thread) {
        return tick == thread;
    }

    private synchronized void stopIfIdle() {
        if (topRu.isIdle()) {
            forget();
        }
    }

    private void forget() {
        Thread lastTick = tick;
        Thread lastWorker = worker;
        // first: who is woken and finds itself there waits for a tick more
        tick = null;
        worker = null;
        LockSupport.unpark(lastTick);
        LockSupport.unpark(lastWorker);
    }

    /** Stops the threads for good and waits until they have ended. */
    void stop() {
        Thread lastTick;
        Thread lastWorker;
        synchronized (this) {
            started = false;
            lastTick = tick;
            lastWorker = worker;
            forget();
        }
        try {
            join(lastTick);
            join(lastWorker);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(@Nullable Thread thread) throws InterruptedException {
        if (thread != null && thread != Thread.currentThread()) {
            thread.join(JOIN_MILLIS);
        }
    }
}
