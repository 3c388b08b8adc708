package dev.tollbooth.internal.plan;

import dev.tollbooth.statement.Sha256;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The plan of one statement, and when it may be asked for again.
 *
 * <p>Thread-safe: who moves the time by compare-and-set, asks.
 */
public final class PlanEntry {

    /** When a statement is asked about that can't be explained, or has no room in the book. */
    private static final long NEVER = Long.MIN_VALUE;

    /** In place of that time: this is out of the book. */
    private static final long RETIRED = NEVER + 1;

    private final long refreshNanos;
    private final AtomicLong dueNanos;
    private volatile Sha256 plan = Sha256.NONE;

    private PlanEntry(long refreshNanos, long dueNanos) {
        this.refreshNanos = refreshNanos;
        this.dueNanos = new AtomicLong(dueNanos);
    }

    /** May be asked for from {@code nowNanos} on. */
    static PlanEntry dueAt(long refreshNanos, long nowNanos) {
        return new PlanEntry(refreshNanos, time(nowNanos));
    }

    /** Is never asked for. */
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

    /** Returns whether the caller is the one to ask now. */
    public boolean claim(long nowNanos) {
        long due = dueNanos.get();
        return isDue(due, nowNanos) && dueNanos.compareAndSet(due, time(nowNanos + refreshNanos));
    }

    /** Takes it out of use if it is due; returns whether that was done. */
    boolean retire(long nowNanos) {
        long due = dueNanos.get();
        return isDue(due, nowNanos) && dueNanos.compareAndSet(due, RETIRED);
    }

    public boolean isRetired() {
        return dueNanos.get() == RETIRED;
    }

    /** Returns the plan that was told last, {@link Sha256#NONE} if none was. */
    public Sha256 plan() {
        return plan;
    }

    public void learned(Sha256 now) {
        plan = now;
    }
}
