package dev.tollbooth.internal.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The time that the thread of one request has waited for its client. If the time is too long, the thread is
 * interrupted. The interrupt closes the connection that the thread reads or writes.
 *
 * <p>Thread-safe.
 */
final class ClientWait implements Runnable {

    private final Thread thread;
    private final long patienceNanos;

    @GuardedBy("this")
    private boolean waiting;

    @GuardedBy("this")
    private long since;

    @GuardedBy("this")
    private long waited;

    /**
     * Begins the wait of a request that {@code thread} serves.
     *
     * @param patienceNanos the total time of waiting after which the thread is interrupted
     */
    ClientWait(Thread thread, long patienceNanos) {
        this.thread = thread;
        this.patienceNanos = patienceNanos;
        begin();
    }

    /** Begins a wait, because the thread is about to read or write. */
    synchronized void begin() {
        waiting = true;
        since = System.nanoTime();
    }

    /** Ends a wait; the time until the next {@link #begin} does not count. */
    synchronized void end() {
        if (waiting) {
            waiting = false;
            waited += System.nanoTime() - since;
        }
    }

    /** Resets the time, because the client has sent everything and will receive a response. */
    synchronized void renew() {
        waited = 0;
    }

    /** Interrupts the thread if the client has used up its time. */
    @Override
    public synchronized void run() {
        if (waiting && waited + System.nanoTime() - since > patienceNanos) {
            thread.interrupt();
        }
    }
}
