package dev.tollbooth.accounting.statement;

import dev.tollbooth.accounting.histogram.LatencyHistogram;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Totals with one writer at a time and readers that never stop it: a sequence lock.
 *
 * <p>The sequence is even while nobody writes. A writer makes it odd by one compare-and-set, writes plainly, and makes
 * it even again by a release store. A reader copies the fields and discards the copy if the sequence was odd or has
 * moved. {@link #RETIRED} is odd and final: no writer gets in again.
 *
 * <p>A writer holds it for some ten nanoseconds, a tally for a hundred, and calls nothing that blocks. Where it is preempted in there, others
 * take another stripe (see {@link StripedTotals}); a reader spins, then yields. Where it fails in there, it gives the stripe back by
 * {@code stripe.sequence = held + 1}: an assignment, since a stack that has overflowed has no frame for a call.
 */
class Stripe extends Totals {

    /** The sequence of a stripe that no writer gets into. */
    static final long RETIRED = -1;

    private static final int OPTIMISTIC_READS = 32;
    private static final int SPINS_BEFORE_YIELD = 64;
    private static final VarHandle SEQUENCE;

    static {
        try {
            SEQUENCE = MethodHandles.lookup().findVarHandle(Stripe.class, "sequence", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Volatile for who gives it back by an assignment; all else goes by SEQUENCE. */
    volatile long sequence;

    /** How many executions have asked whether their client's bytes are to be read; a hint, written without the sequence. */
    int clientBytesTurn;

    Stripe() {}

    Stripe(LatencyHistogram empty) {
        super(empty);
    }

    /** Returns a stripe that no writer gets into. */
    static Stripe closed() {
        Stripe stripe = new Stripe();
        stripe.sequence = RETIRED;
        return stripe;
    }

    /** Begins a write, if nobody else is writing and this isn't retired. */
    final boolean tryAcquire() {
        long seen = (long) SEQUENCE.getOpaque(this);
        if ((seen & 1) != 0 || !SEQUENCE.compareAndSet(this, seen, seen + 1)) {
            return false;
        }
        try {
            // a reader that sees one of our writes has to see the odd sequence too
            VarHandle.storeStoreFence();
            return true;
        } catch (Throwable t) {
            sequence = seen + 2;
            throw t;
        }
    }

    /**
     * Begins a write, waiting for another writer.
     *
     * @return false if this is retired
     */
    final boolean acquire() {
        for (int spins = 0; !tryAcquire(); spins++) {
            if (isRetired()) {
                return false;
            }
            pause(spins);
        }
        return true;
    }

    /** Ends a write. */
    final void release() {
        SEQUENCE.setRelease(this, sequence + 1);
    }

    /** Ends a write, and all writing. */
    final void releaseRetired() {
        SEQUENCE.setRelease(this, RETIRED);
    }

    final boolean isRetired() {
        return (long) SEQUENCE.getAcquire(this) == RETIRED;
    }

    /**
     * Copies the totals as they are between two writes into {@code target}.
     *
     * @return false if this is retired; {@code target} is then undefined
     */
    final boolean copyInto(Totals target) {
        for (int tries = 0; tries < OPTIMISTIC_READS; tries++) {
            long before = (long) SEQUENCE.getAcquire(this);
            if (before == RETIRED) {
                return false;
            }
            if ((before & 1) == 0) {
                target.copyFrom(this);
                VarHandle.acquireFence();
                if ((long) SEQUENCE.getOpaque(this) == before) {
                    return true;
                }
            }
            Thread.onSpinWait();
        }
        if (!acquire()) {
            return false;
        }
        long held = sequence;
        try {
            target.copyFrom(this);
            release();
            return true;
        } catch (Throwable t) {
            sequence = held + 1;
            throw t;
        }
    }

    /** Lets another writer go on: it was preempted in its ten nanoseconds, so nothing will wake us. */
    @SuppressWarnings("ThreadPriorityCheck")
    static void pause(int spins) {
        if (spins < SPINS_BEFORE_YIELD) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }
}
