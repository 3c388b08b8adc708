package dev.tollbooth.internal.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
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

    private static final VarHandle CANCEL;

    static {
        try {
            CANCEL = MethodHandles.lookup().findVarHandle(Journal.class, "cancel", CancelInFlight.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int lane;

    /** The Flight Recorder event of the claiming thread. */
    private @Nullable Event event;

    /** A marker for Flight Recorder events. The journal can't name their class, which some JVMs lack. */
    public interface Event {}

    /** The CPU time of the claiming thread at the start of the entry; {@link Session#NOT_READ} if it was not read. */
    public long cpuAtBegin = Entry.NOT_READ;

    /** The number of the origin of the claimed entry. */
    private int origin;

    /** The place of the claimed entry in the ring. */
    private int at;

    /** The last cancel, sent or on its way. */
    private volatile @Nullable CancelInFlight cancel;

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
     * @param allocated the bytes that this thread has allocated, or {@link Entry#NOT_READ}
     * @param thread the number of this thread if its calls are limited
     */
    void begin(long head, long startNanos, long allocated, long thread) {
        long[] entries = ring;
        entries[at + Entry.HEAD] = head;
        entries[at + Entry.START] = startNanos;
        entries[at + Entry.ALLOCATED] = allocated;
        entries[at + Entry.THREAD] = thread;
        entries[at + Entry.CPU] = Entry.NOT_READ;
        STATE.setRelease((EntryRing) this, state ^ (CLAIMED ^ RUNNING));
    }

    /** Returns the ticker's reading at the start of this thread's execution. */
    public long startNanos() {
        return ring[at + Entry.START];
    }

    /** Returns whether the thread's allocated bytes or CPU time were read at the start of its execution. */
    public boolean isRead() {
        return allocatedAtBegin() != Entry.NOT_READ || cpuAtBegin != Entry.NOT_READ;
    }

    /**
     * Returns the bytes that this thread had allocated at the start of its execution; {@link Session#NOT_READ} if
     * unknown.
     */
    public long allocatedAtBegin() {
        return ring[at + Entry.ALLOCATED];
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

    /** Sets the origin of the claimed entry, and of later entries until the next call. */
    public void setOrigin(int number) {
        if (origin != number) {
            origin = number;
        }
    }

    /** Returns {@code head} with the origin of the claimed entry. */
    long ofOrigin(long head) {
        return Entry.of(head, origin);
    }

    /**
     * Returns the number of {@code account} for the claimed entry. If the account has no number, this journal keeps a
     * reference to it.
     */
    int number(Account account) {
        if (!account.isNumbered()) {
            unnumbered.keep(account, at >> Entry.SHIFT, ring.length >> Entry.SHIFT);
        }
        return account.id;
    }

    /** Returns the head of the claimed entry. */
    long head() {
        return ring[at + Entry.HEAD];
    }

    /**
     * Sets the figures of this thread's stopped execution.
     *
     * @param nanos the latency in nanoseconds
     * @param rows the rows affected; their complement if the driver did not report all of them
     * @param clientBytes the client bytes, {@link Session#NOT_READ} if not measured
     */
    public void setEnded(long nanos, long rows, long clientBytes) {
        long[] entries = ring;
        entries[at + Entry.ELAPSED] = nanos;
        entries[at + Entry.ROWS] = rows;
        entries[at + Entry.CLIENT_BYTES] = clientBytes;
    }

    /**
     * Sets the figures of reading a result set.
     *
     * @param rows the rows that the application read
     * @param nanos the time of fetching calls in nanoseconds
     * @param bytes the bytes that getters returned
     * @param buffered the estimated bytes in the client beyond the bytes read; below 0 to subtract bytes that getters
     * returned later
     */
    public void setRead(long rows, long nanos, long bytes, long buffered) {
        long[] entries = ring;
        entries[at + Entry.FETCHES] = 0;
        entries[at + Entry.ROWS] = rows;
        entries[at + Entry.ELAPSED] = nanos;
        entries[at + Entry.BYTES_READ] = bytes;
        entries[at + Entry.BUFFERED] = buffered;
        entries[at + Entry.CLIENT_BYTES] = Entry.NOT_READ;
    }

    /**
     * Sets, after {@link #setRead}, the number of calls that fetched rows; its complement if the result set was closed
     * before its end.
     */
    public void setFetches(long fetches) {
        ring[at + Entry.FETCHES] = fetches;
    }

    /** Sets the client bytes of the fetches in this entry, and those of the execution with all its fetches so far. */
    public void setFetchedClientBytes(long bytes, long inAll) {
        ring[at + Entry.CLIENT_BYTES] = bytes;
        ring[at + Entry.CLIENT_TOTAL] = inAll;
    }

    /** Sets the CPU time of this thread in the stopped execution, in nanoseconds. */
    public void setCpuNanos(long nanos) {
        ring[at + Entry.CPU] = nanos;
    }

    /**
     * Ends the running entry of the calling thread, which keeps the claim. Waits for a cancel on its way, at most until
     * the cancel's timeout.
     *
     * @return the exceeded limit; null if no cancel for a limit was sent
     */
    @Nullable
    OverLimit stop(@Nullable QueryLimit limit) {
        long entry = state >>> PHASE_BITS;
        long claimed = entry << PHASE_BITS | CLAIMED;
        while (!STATE.compareAndSet((EntryRing) this, entry << PHASE_BITS | RUNNING, claimed)) {
            CancelInFlight onItsWay = cancel;
            if (onItsWay != null && !onItsWay.await() && limit != null) {
                limit.suspect();
            }
            if (STATE.compareAndSet((EntryRing) this, entry << PHASE_BITS | CANCELLING, claimed)) {
                break; // the sender has given up
            }
        }
        CancelInFlight last = cancel;
        return last != null && last.entry == entry ? last.over() : null;
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
        cpuAtBegin = Entry.NOT_READ;
        at = at(ring, entry); // another thread may have claimed it
        publish(0);
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
    @Nullable
    CancelInFlight beginCancel(Session session, long entry, @Nullable OverLimit over, long timeoutNanos) {
        CancelInFlight before = cancel;
        OverLimit why = over;
        if (before != null && before.entry == entry) {
            // a limit cancels once; a person's cancel may follow another one, but not overlap it
            if (over != null || !before.isSent()) {
                return null;
            }
            why = before.over();
        }
        CancelInFlight mine = new CancelInFlight(session, this, entry, why, timeoutNanos);
        if (!CANCEL.compareAndSet(this, before, mine)) {
            return null;
        }
        if (STATE.compareAndSet((EntryRing) this, entry << PHASE_BITS | RUNNING, entry << PHASE_BITS | CANCELLING)) {
            return mine;
        }
        CANCEL.compareAndSet(this, mine, before);
        return null;
    }

    /**
     * Ends a cancel, so that the end of its entry can continue.
     *
     * @param dropped whether nothing was sent
     */
    void endCancel(CancelInFlight mine, boolean dropped) {
        long entry = mine.entry;
        if (dropped) {
            CANCEL.compareAndSet(this, mine, (CancelInFlight) null);
        }
        STATE.compareAndSet((EntryRing) this, entry << PHASE_BITS | CANCELLING, entry << PHASE_BITS | RUNNING);
    }

    /** Retires this journal if it is idle and all its entries are applied; returns whether this succeeded. */
    boolean retire() {
        long now = state;
        return (now & PHASE) == IDLE
                && now >>> PHASE_BITS == settled
                && STATE.compareAndSet((EntryRing) this, now, now | GONE);
    }
}
