package dev.tollbooth.internal.budget;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A meter that adds up the request units of one user in the open window.
 *
 * <p>Thread-safe by a lock of its own, which executions don't take.
 */
final class BudgetMeter {

    private static final long NANOS = 1_000_000_000;

    /** The value of {@code exceededUntilNanos} while no execution is refused. */
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

    /**
     * The end of the window that exceeded the budget, by the ticker; {@code NEVER} if the window is within the budget.
     */
    private volatile long exceededUntilNanos = NEVER;

    BudgetMeter(Budget budget) {
        this.budget = budget;
    }

    /** Begins another window if {@code epochSeconds} is not in the open one. The new window begins with a sum of 0. */
    synchronized void at(long epochSeconds) {
        long start = epochSeconds - Math.floorMod(epochSeconds, (long) budget.windowSeconds());
        if (start != windowStart) {
            windowStart = start;
            spent = 0;
            exceeded = false;
            exceededUntilNanos = NEVER;
        }
    }

    /** Adds request units to the open window; returns whether this call makes the window exceed the budget. */
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

    /**
     * Returns whether the budget is exceeded for an execution that begins now. The refusal ends with the window even if
     * no tick follows.
     */
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
