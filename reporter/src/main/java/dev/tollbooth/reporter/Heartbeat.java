package dev.tollbooth.reporter;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Does something each second on a daemon thread of its own, which is there only while it is needed.
 *
 * <p>Thread-safe.
 */
final class Heartbeat {

    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final Runnable beat;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean needed; // guarded by lock
    private @Nullable Thread thread; // guarded by lock

    /** Does {@code beat}, which must not throw. */
    Heartbeat(Runnable beat) {
        this.beat = beat;
    }

    /** Starts it, or lets it end. */
    void setNeeded(boolean value) {
        lock.lock();
        try {
            needed = value;
            if (needed && thread == null) {
                Thread fresh = new Thread(null, this::run, "tollbooth-reporter", 0, false);
                fresh.setDaemon(true);
                fresh.setContextClassLoader(Heartbeat.class.getClassLoader());
                fresh.start();
                thread = fresh;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (true) {
            try {
                if (!awaitNext()) {
                    return;
                }
                beat.run();
            } catch (Throwable t) {
                // memory is short, or a failure that its place has counted: the next beat tries again
                LockSupport.parkNanos(PERIOD_NANOS);
            }
        }
    }

    private boolean awaitNext() {
        lock.lock();
        try {
            long left = PERIOD_NANOS;
            while (needed && left > 0) {
                left = changed.awaitNanos(left);
            }
            if (!needed) {
                thread = null;
            }
            return needed;
        } catch (InterruptedException e) {
            thread = null;
            return false;
        } finally {
            lock.unlock();
        }
    }
}
