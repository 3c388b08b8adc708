package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What one key spent on one connection: totals that only grow.
 *
 * <p>Thread-safe. A recorder takes the state by one compare-and-set for some nanoseconds, so that two threads of one
 * connection are exact and the tick copies all totals of one moment. The tick alone keeps what it has seen and takes
 * differences: nobody resets a total, no recorder waits for a tick's work. A cell that is idle is retired: from then
 * on {@link #add} refuses, and the session gives another.
 */
@SuppressWarnings({"unused", "UnusedVariable"}) // the padding
public class RuCell {

    private static final long FREE = 0;
    private static final long HELD = 1;
    private static final long RETIRED = 2;
    private static final int SPINS_BEFORE_YIELD = 64;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(RuCell.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // what each execution writes shares no cache line with the objects beside it
    /** Request units of a nanosecond: what the time term is calculated by, so that time that runs costs too. */
    final double ruPerNano;

    private long unknownCount; // guarded by STATE, as the next ones
    private long offCount;
    private long p0;
    private long p1;
    private double ru;
    private long execCount;
    private long durationNanos;

    /** By STATE, and by an assignment where a holder fails: an overflown stack has no frame for a call. */
    private volatile long state;

    private long q0;
    private long q1;
    private long q2;
    private long q3;
    private long q4;

    // the tick's alone
    int index;
    final CellTotals seen = new CellTotals();

    final CellKey key;
    /** The key's, a load nearer for each execution that is collected; null in others. */
    final @Nullable Digest digest;

    RuCell(CellKey key, double ruPerNano) {
        this.key = key;
        this.digest = key.digest();
        this.ruPerNano = ruPerNano;
    }

    /**
     * Adds what an execution or a part of its fetch spent.
     *
     * @param executions 1, or 0 for a part of an execution that is counted already
     * @param nanos nanoseconds of execution or fetch, as {@link Execution#end(long)} returned the end
     * @param requestUnits without those of the time, which the cell adds by its rate; 0 where not known
     * @param known what is known of them
     * @return false if this cell is retired and took nothing: get another from the session and add there
     */
    public boolean add(long executions, long nanos, double requestUnits, RuState known) {
        if (!acquire()) {
            return false;
        }
        try {
            execCount += executions;
            durationNanos += nanos;
            ru += requestUnits;
            if (known != RuState.KNOWN) {
                if (known == RuState.UNKNOWN) {
                    unknownCount += executions;
                } else {
                    offCount += executions;
                }
            }
            STATE.setRelease(this, FREE);
        } catch (Throwable t) {
            state = FREE;
            throw t;
        }
        return true;
    }

    /**
     * Counts that the request units of an execution which is counted already could not be told.
     *
     * @param known {@link RuState#UNKNOWN} or {@link RuState#OFF}
     * @return false if this cell is retired and took nothing: get another from the session and add there
     */
    public boolean addUntold(RuState known) {
        if (!acquire()) {
            return false;
        }
        try {
            if (known == RuState.OFF) {
                offCount++;
            } else {
                unknownCount++;
            }
            STATE.setRelease(this, FREE);
        } catch (Throwable t) {
            state = FREE;
            throw t;
        }
        return true;
    }

    private boolean acquire() {
        for (int spins = 0; !STATE.compareAndSet(this, FREE, HELD); spins++) {
            if (isRetired()) {
                return false;
            }
            pause(spins);
        }
        return true;
    }

    /** Lets another holder go on: it was preempted in its nanoseconds, so nothing will wake us. */
    @SuppressWarnings("ThreadPriorityCheck")
    private static void pause(int spins) {
        if (spins < SPINS_BEFORE_YIELD) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** Returns whom the cell belongs to. */
    public RuOwner owner() {
        return key.owner();
    }

    /** Returns whether this cell takes nothing any more. */
    public final boolean isRetired() {
        return (long) STATE.getAcquire(this) == RETIRED;
    }

    /** Copies the totals of one moment into {@code target}; false if retired. */
    final boolean copyInto(CellTotals target) {
        if (!acquire()) {
            return false;
        }
        try {
            copy(target);
            STATE.setRelease(this, FREE);
        } catch (Throwable t) {
            state = FREE;
            throw t;
        }
        return true;
    }

    private void copy(CellTotals target) {
        target.execCount = execCount;
        target.durationNanos = durationNanos;
        target.ru = ru;
        target.unknownCount = unknownCount;
        target.offCount = offCount;
    }

    /**
     * Ends all adding if the tick has seen all that was added.
     *
     * @return whether this is retired now
     */
    final boolean retireIfSeen() {
        if (!acquire()) {
            return true;
        }
        try {
            boolean all = execCount == seen.execCount
                    && durationNanos == seen.durationNanos
                    && ru == seen.ru
                    && unknownCount == seen.unknownCount
                    && offCount == seen.offCount;
            STATE.setRelease(this, all ? RETIRED : FREE);
            return all;
        } catch (Throwable t) {
            state = FREE;
            throw t;
        }
    }

    final void retire() {
        if (acquire()) {
            state = RETIRED;
        }
    }

    final boolean isOf(RuOwner owner, Digest statement, Sha256 plan) {
        return key.isStatement(owner, statement, plan);
    }
}
