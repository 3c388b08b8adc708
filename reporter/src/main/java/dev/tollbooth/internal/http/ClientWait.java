package dev.tollbooth.internal.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * How long the thread of one request has waited for its client. Once that is too long, the thread is interrupted, which closes
 * the connection that it reads or writes.
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

    /** Waits from now on. */
    ClientWait(Thread thread, long patienceNanos) {
        this.thread = thread;
        this.patienceNanos = patienceNanos;
        begin();
    }

    /** Begins to wait, for the thread is about to read or write. */
    synchronized void begin() {
        waiting = true;
        since = System.nanoTime();
    }

    /** Ends a wait: what follows may take its time. */
    synchronized void end() {
        if (waiting) {
            waiting = false;
            waited += System.nanoTime() - since;
        }
    }

    /** Forgets how long the thread has waited: the client has sent all, and is to take a response. */
    synchronized void renew() {
        waited = 0;
    }

    /** Looks whether the client has used up its time. */
    @Override
    public synchronized void run() {
        if (waiting && waited + System.nanoTime() - since > patienceNanos) {
            thread.interrupt();
        }
    }
}
