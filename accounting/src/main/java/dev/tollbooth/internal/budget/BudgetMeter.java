package dev.tollbooth.internal.budget;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Adds up what one user spends in the window that is open.
 *
 * <p>Thread-safe: its own lock, of which an execution takes none.
 */
final class BudgetMeter {

    private static final long NANOS = 1_000_000_000;

    /** In place of a time: nobody is refused. */
    private static final long NEVER = Long.MIN_VALUE;

    private final Budget budget;
    private final AtomicLong refused = new AtomicLong();

    @GuardedBy("this")
    private long windowStart;

    @GuardedBy("this")
    private double spent;

    @GuardedBy("this")
    private boolean exceeded;

    @GuardedBy("this")
    private long windowsExceeded;

    /** When the window ends in which more was spent, as the ticker reads. */
    private volatile long exceededUntilNanos = NEVER;

    BudgetMeter(Budget budget) {
        this.budget = budget;
    }

    /** Begins another window, if that of {@code epochSeconds} is another one: what was spent before is over. */
    synchronized void at(long epochSeconds) {
        long start = epochSeconds - Math.floorMod(epochSeconds, (long) budget.windowSeconds());
        if (start != windowStart) {
            windowStart = start;
            spent = 0;
            exceeded = false;
            exceededUntilNanos = NEVER;
        }
    }

    /** Adds to the open window; returns whether it is now over its budget and was not before. */
    synchronized boolean add(double ru, long epochSeconds, long nowNanos) {
        spent += ru;
        if (exceeded || spent <= budget.requestUnits()) {
            return false;
        }
        exceeded = true;
        windowsExceeded++;
        long left = Math.max(1, windowStart + budget.windowSeconds() - epochSeconds);
        long until = nowNanos + left * NANOS;
        exceededUntilNanos = until == NEVER ? until + 1 : until;
        return true;
    }

    /** Whether an execution that begins now is one too many; not longer than the window lasts, whoever ticks. */
    boolean isExceeded(long nowNanos) {
        long until = exceededUntilNanos;
        return until != NEVER && until - nowNanos > 0;
    }

    void refuse() {
        refused.incrementAndGet();
    }

    synchronized BudgetStatus status() {
        return new BudgetStatus(budget, windowStart, spent, exceeded, windowsExceeded, refused.get());
    }
}
