package dev.tollbooth.internal.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;

/**
 * The entries of a {@link Journal} that are not settled yet, in a ring with as many places as its writer needs. The ring begins
 * small and has 64 places with use. It doubles them where it is full and the table's lock can't be had.
 *
 * <p>Thread-safe under the protocol of the journal. A thread claims the journal before it changes the ring. A settler may read the
 * ring before, which has all that was published then.
 */
abstract sealed class EntryRing permits Journal {

    static final int IDLE = 0;
    static final int CLAIMED = 1;
    static final int RUNNING = 2;
    static final int CANCELLING = 3;
    /** Taken out of its session: nobody claims it any more. */
    static final int GONE = 4;

    static final long PHASE = 7;
    static final int PHASE_BITS = 3;

    private static final int FIRST_CAPACITY = 16;
    private static final int CAPACITY = 64;
    /** Where writers wait for each other: each time that one has the lock, it settles more. */
    static final int CROWDED_CAPACITY = 256;
    /** Some 20 ms of a loop that does nothing else: a thread of ours that holds the lock may not be scheduled for as long. */
    static final int MOST_CAPACITY = 65_536;
    /** So many entries are worth a try of the lock, however large the ring is. */
    private static final int BATCH = CROWDED_CAPACITY / 2;

    static final VarHandle STATE;
    private static final VarHandle RING;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(EntryRing.class, "state", long.class);
            RING = lookup.findVarHandle(EntryRing.class, "ring", long[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The number of entries that were published, and the phase of the next one. */
    volatile long state;

    /** How many entries are settled: their places are the writer's again. Written under the table's lock. */
    volatile long settled;

    /** Read plainly by who has claimed this. */
    long[] ring = new long[FIRST_CAPACITY << Entry.SHIFT];

    final UnnumberedAccounts unnumbered = new UnnumberedAccounts();

    /** The places that the ring is to have once it is empty. Written without care for races: an old value costs a ring. */
    private int capacity = CAPACITY;

    final Progress progress = new Progress();

    int place(long entry) {
        return ((int) entry << Entry.SHIFT) & (ring.length - 1);
    }

    /** Returns a word of the entry that ran when {@link Journal#running} was called; to be believed if it runs after this too. */
    long word(long entry, int word) {
        long[] entries = (long[]) RING.getAcquire(this);
        return entries[(((int) entry << Entry.SHIFT) & (entries.length - 1)) + word];
    }

    // ---- the writer ----

    /** Returns whether there is no place for a further entry. */
    boolean isFull() {
        return unsettled() >= ring.length >> Entry.SHIFT;
    }

    /** Returns whether the entries are worth settling: they take half of the places, or are many. */
    boolean isDue() {
        return unsettled() >= Math.min(BATCH, ring.length >> (Entry.SHIFT + 1));
    }

    /** Returns how many entries are published and not settled; by anybody. */
    long unsettled() {
        return (state >>> PHASE_BITS) - settled;
    }

    /**
     * Doubles the places if there is none left, unless another thread writes now: who comes next sees what that has done.
     *
     * @param most how many places there may be
     * @param takes asked whether there is room for so many {@link #wideBytes} more, which it takes then
     * @return false where there may be no more places
     */
    boolean widen(int most, LongPredicate takes) {
        long now = state;
        if ((now & PHASE) != IDLE || !STATE.compareAndSet(this, now, now | CLAIMED)) {
            return true;
        }
        try {
            // only now nobody else changes the ring
            long[] before = ring;
            if (!isFull()) {
                return true;
            }
            int length = before.length << 1;
            if (length > most << Entry.SHIFT || !takes.test(wideBytes(length) - wideBytes(before.length))) {
                return false;
            }
            long[] wider = new long[length];
            // an entry's place is its number modulo the places: wherever it is looked for, it is there
            System.arraycopy(before, 0, wider, 0, before.length);
            System.arraycopy(before, 0, wider, before.length, before.length);
            unnumbered.widen(settled, now >>> PHASE_BITS);
            capacity = Math.max(CAPACITY, length >> Entry.SHIFT);
            RING.setRelease(this, wider);
            return true;
        } finally {
            STATE.setRelease(this, now);
        }
    }

    // ---- the settler, under the table's lock ----

    /** Returns how many entries are published. */
    long published() {
        return state >>> PHASE_BITS;
    }

    /** Returns whether all published entries are settled; by anybody. */
    boolean isSettled() {
        return settled == published();
    }

    /** Gives the writer the places of all entries that were settled. */
    void giveBack() {
        settled = progress.next;
    }

    /**
     * Gives a ring that has been used for some time as many places as it is to have, if it is empty and nobody writes just now.
     * Where memory is short it keeps those that it has: the thread may be one of the application's.
     */
    void fit() {
        long now = state;
        if (ring.length != capacity << Entry.SHIFT
                && now >>> PHASE_BITS >= CAPACITY
                && now >>> PHASE_BITS == settled
                && (now & PHASE) == IDLE
                && STATE.compareAndSet(this, now, now | CLAIMED)) {
            try {
                RING.setRelease(this, new long[capacity << Entry.SHIFT]);
                unnumbered.clear();
            } catch (OutOfMemoryError e) {
                // the next time
            } finally {
                STATE.setRelease(this, now);
            }
        }
    }

    /** Has the ring keep as many places as were needed since this was called last. */
    void narrow() {
        long needed = progress.takeMost();
        int fitting = CAPACITY;
        while (fitting < needed) {
            fitting <<= 1;
        }
        capacity = fitting;
        fit();
    }

    /** Returns the bytes of the ring, and of accounts without a number. */
    long bytes() {
        return 16 + (long) ring.length * Long.BYTES + unnumbered.bytes();
    }

    /** Returns the bytes of the ring beyond those that each may have. */
    long wideBytes() {
        return wideBytes(ring.length);
    }

    private static long wideBytes(int length) {
        return Math.max(0, length - (CAPACITY << Entry.SHIFT)) * (long) Long.BYTES;
    }
}
