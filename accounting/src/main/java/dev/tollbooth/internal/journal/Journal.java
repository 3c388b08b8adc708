package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.StackRoom;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A ring of entries (see {@link Entry}). One thread of a connection at a time writes it, and the holder of the table's
 * lock applies it to the ledger.
 *
 * <p><b>State.</b> One word holds the number of published entries and the state of the next one. A writer claims the
 * journal by a compare-and-set ({@link #IDLE} to {@link #CLAIMED}). From then on this writer alone writes the next
 * entry: it publishes the entry at once, or shows it as {@link #RUNNING} until the driver's call is over. A thread that
 * finds the journal claimed takes another journal of the session, so no thread waits.
 *
 * <p><b>Cancel.</b> A cancel moves the state of exactly one entry from RUNNING to {@link #CANCELLING} and back. The end
 * needs RUNNING, so it waits for a cancel on its way, and a cancel can't hit the next execution.
 *
 * <p><b>Applying.</b> Published entries don't change. The applying thread reads them in order up to the count in the
 * state, then frees their places. The writer never overwrites an entry that is not applied.
 *
 * <p>Thread-safe under this protocol.
 */
public final class Journal extends EntryRing {

    private static final long NONE = -1;
    private static final AtomicLongFieldUpdater<Journal> UNENDED =
            AtomicLongFieldUpdater.newUpdater(Journal.class, "unended");

    final int lane;

    /** The Flight Recorder event of the claiming thread. */
    private @Nullable Event event;

    /** A marker for Flight Recorder events. The journal can't name their class, which some JVMs lack. */
    public interface Event {}

    /** The place of the claimed entry in the ring. */
    private int at;

    /** The last cancel, sent or on its way; written by one thread at a time. */
    private volatile @Nullable CancelInFlight cancel;

    /**
     * The entry that its thread could not end, because the stack was full; negative if there is none. A field write
     * needs no stack. The next claim or tick gives the entry up.
     */
    public volatile long unended = NONE;

    Journal(int lane) {
        this.lane = lane;
    }

    // ---- the writer ----

    /**
     * Claims this journal for one entry, which the caller has to publish; returns false if another claim holds
     * the journal, or the journal is retired.
     */
    boolean claim() {
        long now = state;
        return (now & PHASE) == IDLE && claim(now);
    }

    /** Claims this journal as {@link #claim()}, but returns false if its entries may be worth applying first. */
    boolean claimUnlessDue() {
        long idle = state & ~PHASE;
        return idle < dueState && claim(idle);
    }

    private boolean claim(long idle) {
        if (!STATE.compareAndSet((EntryRing) this, idle, idle | CLAIMED)) {
            return false;
        }
        at = at(ring, idle >>> PHASE_BITS);
        return true;
    }

    /** Gives up the claim without an entry, because the ring is full. Calls nothing, because the stack may be full. */
    void unclaim() {
        state = state & ~PHASE;
    }

    /**
     * Shows the claimed entry as running.
     *
     * @param head the head (see {@link Entry#head})
     * @param startNanos the ticker's reading
     */
    void begin(long head, long startNanos) {
        long[] entries = ring;
        int first = at;
        entries[first + Entry.HEAD] = head;
        entries[first + Entry.START] = startNanos;
        STATE.setRelease((EntryRing) this, state ^ (CLAIMED ^ RUNNING));
    }

    /**
     * Sets the readings at the start of a measured execution, before it begins.
     *
     * @param allocated the bytes that this thread has allocated, {@link Session#NOT_READ} if unknown
     * @param cpuNanos the CPU time of this thread in nanoseconds, {@link Session#NOT_READ} if unknown
     */
    public void measure(long allocated, long cpuNanos) {
        ring[at + Entry.ALLOCATED] = allocated;
        ring[at + Entry.CPU] = cpuNanos;
    }

    /** Sets the bytes that this thread has allocated, and its number, before a call that a limit watches. */
    void watch(long allocated, long thread) {
        ring[at + Entry.ALLOCATED] = allocated;
        ring[at + Entry.THREAD] = thread;
    }

    /** Returns the ticker's reading at the start of this thread's execution. */
    public long startNanos() {
        return ring[at + Entry.START];
    }

    /** Returns whether this thread's execution is measured. */
    public boolean isMeasured() {
        return Entry.kind(head()) == Entry.MEASURED;
    }

    /**
     * Returns the bytes that this thread had allocated at the start of its execution; {@link Session#NOT_READ} if
     * unknown.
     */
    public long allocatedAtBegin() {
        return ring[at + Entry.ALLOCATED];
    }

    /** Returns the CPU time of this thread at the start of its execution; {@link Session#NOT_READ} if unknown. */
    public long cpuAtBegin() {
        return ring[at + Entry.CPU];
    }

    /** Sets the event of the claimed entry. */
    public void setEvent(@Nullable Event begun) {
        if (event != begun) {
            event = begun;
        }
    }

    /** Returns the event of the claimed entry. */
    public @Nullable Event event() {
        return event;
    }

    /**
     * Returns the number of {@code account} for the claimed entry. If the account has no number, this journal keeps a
     * reference to it.
     */
    int number(Account account) {
        int number = account.id;
        if (number == Accounts.UNNUMBERED) {
            unnumbered.keep(account, at >> Entry.SHIFT, ring.length >> Entry.SHIFT);
        }
        return number;
    }

    /** Returns the number of the claimed entry's origin, 0 for none. */
    public int origin() {
        return Entry.origin(head());
    }

    /** Returns the head of the claimed entry. */
    long head() {
        return ring[at + Entry.HEAD];
    }

    /**
     * Sets the figures of this thread's execution.
     *
     * @param nanos the latency in nanoseconds
     * @param rows the rows affected; their complement if the driver did not report all of them
     */
    public void setEnded(long nanos, long rows) {
        long[] entries = ring;
        int first = at;
        entries[first + Entry.ELAPSED] = nanos;
        entries[first + Entry.ROWS] = rows;
    }

    /**
     * Sets the readings of this thread's measured execution, each {@link Session#NOT_READ} if unknown.
     *
     * @param clientBytes the client bytes
     * @param cpuNanos the CPU time in nanoseconds
     */
    public void setMeasured(long clientBytes, long cpuNanos) {
        ring[at + Entry.CLIENT_BYTES] = clientBytes;
        ring[at + Entry.CPU] = cpuNanos;
    }

    /**
     * Sets the figures of reading a result set.
     *
     * @param rows the rows that the application read
     * @param bytes the bytes that getters returned
     * @param buffered the estimated bytes in the client beyond the bytes read; below 0 to subtract bytes that getters
     *     returned later
     * @param closedEarly whether the result set was closed before its end
     */
    public void setRead(long rows, long bytes, long buffered, boolean closedEarly) {
        long[] entries = ring;
        int first = at;
        entries[first + Entry.FETCHES] = closedEarly ? ~0 : 0;
        entries[first + Entry.ROWS] = rows;
        entries[first + Entry.ELAPSED] = 0;
        entries[first + Entry.BYTES_READ] = bytes;
        entries[first + Entry.BUFFERED] = buffered;
        entries[first + Entry.CLIENT_BYTES] = Entry.NOT_READ;
    }

    /**
     * Sets the calls that fetched the rows in this entry.
     *
     * @param nanos the time of these calls in nanoseconds
     * @param calls their number; its complement if the result set was closed before its end
     */
    public void setFetched(long nanos, long calls) {
        ring[at + Entry.ELAPSED] = nanos;
        ring[at + Entry.FETCHES] = calls;
    }

    /** Sets the client bytes of the fetches in this entry, and those of the execution with all its fetches so far. */
    public void setFetchedClientBytes(long bytes, long inAll) {
        ring[at + Entry.CLIENT_BYTES] = bytes;
        ring[at + Entry.CLIENT_TOTAL] = inAll;
    }

    /**
     * Ends the running entry of the calling thread, which keeps the claim. Waits for a cancel on its way, at most until
     * the cancel's timeout.
     *
     * @return the exceeded limit; null if no cancel for a limit was sent
     */
    @Nullable
    OverLimit stop(@Nullable QueryLimit limit) {
        long entry = entry();
        leaveRunning(entry, entry << PHASE_BITS | CLAIMED, limit);
        CancelInFlight last = cancel;
        return last != null && last.entry == entry ? last.over() : null;
    }

    private void leaveRunning(long entry, long next, @Nullable QueryLimit limit) {
        while (!STATE.compareAndSet((EntryRing) this, entry << PHASE_BITS | RUNNING, next)) {
            CancelInFlight onItsWay = cancel;
            if (onItsWay == null || onItsWay.await()) {
                continue; // the entry is running again, unless a further cancel has begun
            }
            if (!onItsWay.giveUp() && limit != null) {
                limit.suspect();
            }
            if (STATE.compareAndSet((EntryRing) this, entry << PHASE_BITS | CANCELLING, next)) {
                break;
            }
        }
    }

    /**
     * Writes the head of the calling thread's execution and publishes the entry. If the execution still runs, one
     * compare-and-set ends and publishes it, after a cancel on its way.
     */
    void end(long head, @Nullable QueryLimit limit) {
        long now = state;
        if ((now & PHASE) == CLAIMED) {
            publish(head);
        } else {
            ring[at + Entry.HEAD] = head;
            long entry = now >>> PHASE_BITS;
            leaveRunning(entry, (entry + 1) << PHASE_BITS, limit);
        }
    }

    /** Charges the claimed entry to {@code account}. */
    void charge(Account account) {
        ring[at + Entry.HEAD] = Entry.charged(head(), number(account));
    }

    /** Writes the head of the claimed entry and publishes the entry. The caller has written its other words. */
    void publish(long head) {
        ring[at + Entry.HEAD] = head;
        STATE.setRelease((EntryRing) this, state - CLAIMED + (1L << PHASE_BITS));
    }

    /** Publishes an entry that was never shown as running. */
    void publishEvent(long head, long startNanos, long elapsed, long rows) {
        ring[at + Entry.START] = startNanos;
        ring[at + Entry.ELAPSED] = elapsed;
        ring[at + Entry.ROWS] = rows;
        publish(head);
    }

    /** Returns the number of the claimed entry. */
    public long entry() {
        return state >>> PHASE_BITS;
    }

    /**
     * Gives up the claim of {@code entry} in any state, unless the entry was published; nothing is counted.
     *
     * @param entry the result of {@link #entry}
     */
    public void abandon(long entry) {
        long now = state;
        long phase = now & PHASE;
        if (now >>> PHASE_BITS != entry || phase == IDLE || phase == GONE) {
            return;
        }
        if (phase != CLAIMED) {
            stop(null);
        }
        at = at(ring, entry); // another thread may have claimed it
        publish(0);
    }

    /** Gives up the entry in {@link #unended}, if there is one. Any thread may call this. */
    void abandonUnended() {
        long entry = unended;
        if (entry != NONE) {
            StackRoom.touch(); // first, because a stack overflow later would keep the claim
            if (UNENDED.compareAndSet(this, entry, NONE)) {
                abandon(entry);
            }
        }
    }

    // ---- readers of the running entry ----

    /** Returns the number of the running entry, negative if none runs. */
    long running() {
        long now = state;
        long phase = now & PHASE;
        return phase == RUNNING || phase == CANCELLING ? now >>> PHASE_BITS : -1;
    }

    /** Returns whether {@code entry} still runs, so that the results of {@link #word} belong to it. */
    boolean runs(long entry) {
        VarHandle.loadLoadFence();
        return running() == entry;
    }

    boolean isIdle() {
        return (state & PHASE) == IDLE;
    }

    /**
     * Begins a cancel of {@code entry}; {@link #endCancel} must follow. Returns null if the entry has ended, or if an
     * earlier cancel forbids this one: a limit cancels once, and cancels don't overlap.
     */
    synchronized @Nullable CancelInFlight beginCancel(
            Session session, long entry, @Nullable OverLimit over, long timeoutNanos) {
        long running = entry << PHASE_BITS | RUNNING;
        CancelInFlight before = cancel;
        CancelInFlight same = before != null && before.entry == entry ? before : null;
        if (state != running || (same != null && over != null)) {
            return null;
        }
        OverLimit earlier = same == null ? null : same.over();
        CancelInFlight mine = new CancelInFlight(session, this, entry, over, earlier, timeoutNanos);
        cancel = mine; // first, because the end of the entry waits for it
        if (STATE.compareAndSet((EntryRing) this, running, entry << PHASE_BITS | CANCELLING)) {
            return mine;
        }
        cancel = before;
        return null;
    }

    /**
     * Ends a cancel, so that the end of its entry can continue.
     *
     * @param dropped whether nothing was sent
     */
    synchronized void endCancel(CancelInFlight mine, boolean dropped) {
        if (dropped && cancel == mine) {
            cancel = null;
        }
        long entry = mine.entry;
        STATE.compareAndSet((EntryRing) this, entry << PHASE_BITS | CANCELLING, entry << PHASE_BITS | RUNNING);
    }

    /** Retires this journal if it is idle and all its entries are applied; returns whether this succeeded. */
    boolean retire() {
        long now = state;
        return (now & PHASE) == IDLE
                && now >>> PHASE_BITS == progress.settled
                && STATE.compareAndSet((EntryRing) this, now, now | GONE);
    }
}
