package dev.tollbooth.internal.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;

/**
 * The unapplied entries of a {@link Journal}, in a ring that grows with its use. It begins small and has 64 places
 * after some use. It doubles when it is full and the table's lock is taken.
 *
 * <p>Thread-safe under the protocol of the journal. A thread claims the journal before it changes the ring. A reader
 * that still has the older ring finds in it everything that was published before the change.
 */
abstract sealed class EntryRing permits Journal {

    static final int IDLE = 0;
    static final int CLAIMED = 1;
    static final int RUNNING = 2;
    static final int CANCELLING = 3;
    /** The state of a journal that left its session, so that no thread claims it any more. */
    static final int GONE = 4;

    static final long PHASE = 7;
    static final int PHASE_BITS = 3;

    private static final int FIRST_CAPACITY = 16;
    private static final int CAPACITY = 64;
    /** The largest capacity while application threads hold the lock: each of them then applies more entries. */
    static final int CROWDED_CAPACITY = 256;
    /**
     * The largest capacity: about 20 ms of a loop that only executes. A lock holder may lose its processor for that
     * long.
     */
    static final int MOST_CAPACITY = 65_536;
    /** The number of unapplied entries at which a writer tries to take the lock, however large the ring is. */
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

    /** The number of published entries, and the phase of the next one. */
    volatile long state;

    /**
     * The state from which on a claim has to look for entries to apply; until then the ring has room. The claiming
     * thread writes it, and writes 0 when it replaces the ring.
     */
    long dueState;

    /** The ring; only the claiming thread reads it plainly. */
    long[] ring = new long[FIRST_CAPACITY << Entry.SHIFT];

    final UnnumberedAccounts unnumbered = new UnnumberedAccounts();

    /**
     * The capacity for the next time that the ring is empty. Written without synchronization: a stale value only costs
     * another ring.
     */
    private int capacity = CAPACITY;

    final Progress progress = new Progress();

    /**
     * Returns a word of the entry that {@link Journal#running} returned. The value is valid only if the entry still
     * runs afterwards.
     */
    long word(long entry, int word) {
        long[] entries = words();
        return entries[at(entries, entry) + word];
    }

    /** Returns the words of all entries, for a thread that does not write. */
    long[] words() {
        return (long[]) RING.getAcquire(this);
    }

    /** Returns the place of the first word of {@code entry} in {@code entries}. */
    static int at(long[] entries, long entry) {
        return ((int) entry << Entry.SHIFT) & (entries.length - 1);
    }

    // ---- the writer ----

    /** Returns whether the ring has no place for another entry. */
    boolean isFull() {
        return unsettled() >= ring.length >> Entry.SHIFT;
    }

    /** Returns whether a writer should try to apply the entries: half of the places are used, or a batch. */
    boolean isDue() {
        return unsettled() >= dueEntries();
    }

    private int dueEntries() {
        return Math.min(BATCH, ring.length >> (Entry.SHIFT + 1));
    }

    /**
     * Returns whether the ring has a place for the claimed entry. If so, later claims find a place too,
     * until {@link #isDue}.
     */
    boolean findRoom() {
        dueState = (progress.settled + dueEntries()) << PHASE_BITS;
        return !isFull();
    }

    /** Returns the number of published entries that are not applied. Any thread may call this. */
    long unsettled() {
        return (state >>> PHASE_BITS) - progress.settled;
    }

    /**
     * Doubles the places if none is free, unless another thread is writing.
     *
     * @param most the largest number of places
     * @param takes reserves an additional number of {@link #wideBytes}; returns false if there is no room
     * @return false if the ring may not grow
     */
    boolean widen(int most, LongPredicate takes) {
        long now = state;
        if ((now & PHASE) != IDLE || !STATE.compareAndSet(this, now, now | CLAIMED)) {
            return true;
        }
        try {
            // from here on no other thread changes the ring
            long[] before = ring;
            if (!isFull()) {
                return true;
            }
            int length = before.length << 1;
            if (length > most << Entry.SHIFT || !takes.test(wideBytes(length) - wideBytes(before.length))) {
                return false;
            }
            long[] wider = new long[length];
            // the place of an entry is its number modulo the number of places, in the new ring too
            System.arraycopy(before, 0, wider, 0, before.length);
            System.arraycopy(before, 0, wider, before.length, before.length);
            unnumbered.widen(progress.settled, now >>> PHASE_BITS);
            capacity = Math.max(CAPACITY, length >> Entry.SHIFT);
            dueState = 0;
            RING.setRelease(this, wider);
            return true;
        } finally {
            STATE.setRelease(this, now);
        }
    }

    // ---- the applying thread, under the table's lock ----

    /** Returns the number of published entries. */
    long published() {
        return state >>> PHASE_BITS;
    }

    /** Returns the number of the claimed or running entry, negative if there is none. */
    long claimed() {
        long now = state;
        long phase = now & PHASE;
        return phase == IDLE || phase == GONE ? -1 : now >>> PHASE_BITS;
    }

    /** Frees the places of all applied entries for the writer. */
    void giveBack() {
        progress.settled = progress.next;
    }

    /**
     * Resizes the ring to its capacity if the ring is empty and idle. If there is no memory, the ring keeps its size,
     * because the caller may be an application's thread.
     */
    void fit() {
        long now = state;
        if (ring.length != capacity << Entry.SHIFT
                && now >>> PHASE_BITS >= CAPACITY
                && now >>> PHASE_BITS == progress.settled
                && (now & PHASE) == IDLE
                && STATE.compareAndSet(this, now, now | CLAIMED)) {
            try {
                dueState = 0;
                RING.setRelease(this, new long[capacity << Entry.SHIFT]);
                unnumbered.clear();
            } catch (OutOfMemoryError e) {
                // the next call tries again
            } finally {
                STATE.setRelease(this, now);
            }
        }
    }

    /** Lowers the capacity to the most places needed since the last call. */
    void narrow() {
        long needed = progress.takeMost();
        int fitting = CAPACITY;
        while (fitting < needed) {
            fitting <<= 1;
        }
        capacity = fitting;
        fit();
    }

    /** Returns the bytes of the ring and of accounts without a number. */
    long bytes() {
        return 16 + (long) ring.length * Long.BYTES + unnumbered.bytes();
    }

    /** Returns the bytes of the ring beyond the size that each ring may have. */
    long wideBytes() {
        return wideBytes(ring.length);
    }

    private static long wideBytes(int length) {
        return Math.max(0, length - (CAPACITY << Entry.SHIFT)) * (long) Long.BYTES;
    }
}
