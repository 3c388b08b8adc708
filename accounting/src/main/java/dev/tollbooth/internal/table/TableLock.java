package dev.tollbooth.internal.table;

import dev.tollbooth.internal.control.StackRoom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a table, for which no thread waits forever. Our threads and readers wait at most ten seconds, an
 * executing thread one second. After an executing thread has timed out, other executing threads fail at once until the
 * lock is released. The lock is fair, so a thread of ours that takes it repeatedly lets a parked thread in between.
 *
 * <p>Thread-safe.
 */
public final class TableLock extends ReentrantLock {

    private static final long serialVersionUID = 1;

    private static final int READER_SECONDS = 10;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int SPINS = 256;
    private static final int LOOKS = SPINS + 16;

    /** Makes a free lock. */
    public TableLock() {
        super(true);
    }

    /** Whether a thread has timed out since the last release. */
    private volatile boolean stuck;

    /** Whether {@link #lock} took the lock. Written under the lock, read without synchronization. */
    private boolean heldByReader;

    /**
     * Takes the lock, for a thread of ours or a reader.
     *
     * @throws IllegalStateException if another thread held the lock for ten seconds
     * @throws StackOverflowError if the stack has no room to release the lock
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
     * @throws StuckLockException if another thread held the lock too long
     * @throws StackOverflowError if the stack has no room to release the lock
     */
    public void lockWithPatience() {
        StackRoom.touch();
        if (!tryLock() && (stuck || !(tryLockAgain(LOOKS) || tryLockFor(PATIENCE_NANOS)))) {
            stuck = true;
            throw new StuckLockException();
        }
    }

    /**
     * Tries for some microseconds to take the lock, for a thread that executes a statement; returns whether it did.
     *
     * @throws StackOverflowError if the stack has no room to release the lock
     */
    public boolean tryLockBriefly() {
        StackRoom.touch();
        return tryLock() || (!stuck && tryLockAgain(SPINS));
    }

    /** Tries again: a holder usually has the lock for a microsecond, so spinning costs less than parking. */
    @SuppressWarnings("ThreadPriorityCheck") // the holder may be preempted, and needs a processor
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

    /**
     * Tries for {@code nanos} to take the lock, and returns whether it did. An interrupt stays set for the application.
     */
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

    /** Returns whether a thread of ours or a reader seems to hold the lock. */
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
