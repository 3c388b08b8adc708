package dev.tollbooth.internal.table;

import dev.tollbooth.internal.control.StackRoom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock of a table. Nobody waits for it without end. Our threads and readers wait ten seconds at most, an executing thread one second. Once an executing thread has waited in vain, no other one waits until the lock is released. The lock is
 * fair: a thread of ours that takes it again and again, for one slice of its work at a time, lets a parked thread have it in between.
 *
 * <p>Thread-safe.
 */
public final class TableLock extends ReentrantLock {

    private static final long serialVersionUID = 1;

    private static final int READER_SECONDS = 10;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int SPINS = 256;
    private static final int LOOKS = SPINS + 16;

    /** Not held. */
    public TableLock() {
        super(true);
    }

    /** Whether a thread has waited in vain since it was given back last. */
    private volatile boolean stuck;

    /** Whether {@link #lock} was the way to have it. Written under the lock, read without care for races. */
    private boolean heldByReader;

    /**
     * Takes the lock, for a thread of ours or a reader.
     *
     * @throws IllegalStateException if somebody has held it for ten seconds
     * @throws StackOverflowError if there is no stack to give it back
     */
    @Override
    public void lock() {
        StackRoom.touch();
        if (!tryLockFor(TimeUnit.SECONDS.toNanos(READER_SECONDS))) {
            Thread holder = getOwner();
            throw new IllegalStateException("the table's lock is stuck: waited=" + READER_SECONDS + "s, holder="
                    + (holder == null ? "unknown" : holder.getName()) + "; a thread dump shows what that thread does");
        }
        heldByReader = true;
    }

    /**
     * Takes the lock, for a thread that executes a statement.
     *
     * @throws StuckLockException if somebody has held it for too long
     * @throws StackOverflowError if there is no stack to give it back
     */
    public void lockWithPatience() {
        StackRoom.touch();
        if (!tryLock() && (stuck || !(tryLockAgain(LOOKS) || tryLockFor(PATIENCE_NANOS)))) {
            stuck = true;
            throw new StuckLockException();
        }
    }

    /**
     * Takes the lock, for a thread that executes a statement, if it is given back in some microseconds.
     *
     * @throws StackOverflowError if there is no stack to give it back
     */
    public boolean tryLockBriefly() {
        StackRoom.touch();
        return tryLock() || (!stuck && tryLockAgain(SPINS));
    }

    /** A holder mostly has the lock for a microsecond, so looking again costs less than parking. */
    @SuppressWarnings("ThreadPriorityCheck") // the holder may be preempted, so that others have to go on
    private boolean tryLockAgain(int looks) {
        for (int i = 1; i < looks; i++) {
            if (tryLock()) {
                return true;
            }
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return false;
    }

    /** An interrupt is the application's: it is kept, and the wait goes on. */
    private boolean tryLockFor(long nanos) {
        long end = System.nanoTime() + nanos;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether a thread of ours or a reader seems to have the lock. */
    public boolean isHeldByReader() {
        return heldByReader;
    }

    @Override
    public void unlock() {
        if (heldByReader && getHoldCount() == 1) {
            heldByReader = false;
        }
        if (stuck) {
            stuck = false;
        }
        super.unlock();
    }
}
