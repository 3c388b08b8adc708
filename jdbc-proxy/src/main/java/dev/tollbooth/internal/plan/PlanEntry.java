package dev.tollbooth.internal.plan;

import dev.tollbooth.statement.Sha256;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The plan of one statement, and the time of the next question.
 *
 * <p>Thread-safe: only the thread that moves the time, by compare-and-set, asks for the plan.
 */
public final class PlanEntry {

    /** The time for statements that can't be explained, or have no room in the book. */
    private static final long NEVER = Long.MIN_VALUE;

    /** The due time that marks an entry as removed from the book. */
    private static final long RETIRED = NEVER + 1;

    private final long refreshNanos;
    private final AtomicLong dueNanos;
    private volatile Sha256 plan = Sha256.NONE;

    private PlanEntry(long refreshNanos, long dueNanos) {
        this.refreshNanos = refreshNanos;
        this.dueNanos = new AtomicLong(dueNanos);
    }

    /** Returns a new entry that is due from {@code nowNanos} on. */
    static PlanEntry dueAt(long refreshNanos, long nowNanos) {
        return new PlanEntry(refreshNanos, time(nowNanos));
    }

    /** Returns a new entry that is never due. */
    static PlanEntry never() {
        return new PlanEntry(0, NEVER);
    }

    private static long time(long nanos) {
        return nanos <= RETIRED ? RETIRED + 1 : nanos;
    }

    private static boolean isDue(long due, long nowNanos) {
        return due > RETIRED && nowNanos - due >= 0;
    }

    public boolean isDue(long nowNanos) {
        return isDue(dueNanos.get(), nowNanos);
    }

    /** Returns whether the caller has to ask for the plan now. If so, the entry is due again after the interval. */
    public boolean claim(long nowNanos) {
        long due = dueNanos.get();
        return isDue(due, nowNanos) && dueNanos.compareAndSet(due, time(nowNanos + refreshNanos));
    }

    /** Marks this entry as removed if it is due; returns whether this call has marked it. */
    boolean retire(long nowNanos) {
        long due = dueNanos.get();
        return isDue(due, nowNanos) && dueNanos.compareAndSet(due, RETIRED);
    }

    public boolean isRetired() {
        return dueNanos.get() == RETIRED;
    }

    /** Returns the last plan, {@link Sha256#NONE} if there is none. */
    public Sha256 plan() {
        return plan;
    }

    public void learned(Sha256 now) {
        plan = now;
    }
}
