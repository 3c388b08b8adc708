package dev.tollbooth.internal.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A ring of entries (see {@link Entry}), written by one thread of a connection at a time and settled by whoever holds the
 * table's lock.
 *
 * <p><b>State.</b> One word says how many entries are published, and what is written now. A writer claims the journal by a
 * compare-and-set ({@link #IDLE} to {@link #CLAIMED}). From then on it alone writes the next entry: either it publishes that at
 * once, or shows it as {@link #RUNNING} until the driver's call is over. A thread that finds the journal claimed takes another
 * one of its session, so nobody waits.
 *
 * <p><b>Cancel.</b> A cancel moves the word of exactly that entry from RUNNING to {@link #CANCELLING} and back. The end needs RUNNING, so it waits for a cancel on its way, and a cancel can't hit the next execution.
 *
 * <p><b>Settling.</b> Published entries don't change. The settler reads them in order up to the count in the state, and then
 * lets the writer have their places. The writer never writes a place that is not settled.
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

    /** The Flight Recorder's event of the thread that has claimed this journal. */
    public @Nullable Event event;

    /** The type of an event of the Flight Recorder, which not every JVM has. */
    public interface Event {}

    /** The CPU time at the begin of the thread that has claimed this journal; {@link Session#NOT_READ} if it was not read. */
    public long cpuAtBegin = Entry.NOT_READ;

    /** The number of the origin for the entry of the thread that has claimed this journal. */
    private int origin;

    /** The place of its entry in the ring, for the thread that has claimed this journal. */
    private int at;

    /** The cancel that was sent last, or is on its way. */
    private volatile @Nullable CancelInFlight cancel;

    Journal(int lane) {
        this.lane = lane;
    }

    // ---- the writer ----

    /** Claims this for one entry, which is due: published, or begun and ended; false where another thread has claimed it. */
    boolean claim() {
        long now = state;
        if ((now & PHASE) != IDLE || !STATE.compareAndSet((EntryRing) this, now, now | CLAIMED)) {
            return false;
        }
        at = place(now >>> PHASE_BITS);
        return true;
    }

    /** Gives the claim back, without an entry: there is no place for one. Calls nothing, since there may be no stack. */
    void unclaim() {
        state = state & ~PHASE;
    }

    /**
     * Shows the claimed entry as running.
     *
     * @param head what begins (see {@link Entry#head})
     * @param startNanos the ticker's reading
     * @param allocated what this thread has allocated, or {@link Entry#NOT_READ}
     * @param thread this thread's number where somebody watches its calls
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

    /** Returns when the execution that this thread has begun and not yet ended has begun: the ticker's reading. */
    public long startNanos() {
        return ring[at + Entry.START];
    }

    /** Returns whether anybody has looked at this thread's figures at that time. */
    public boolean isRead() {
        return allocatedAtBegin() != Entry.NOT_READ || cpuAtBegin != Entry.NOT_READ;
    }

    /** Returns what this thread had allocated at that time, {@link Session#NOT_READ} where nobody has looked. */
    public long allocatedAtBegin() {
        return ring[at + Entry.ALLOCATED];
    }

    /** Has the claimed entry name an origin; it stays the next ones' until it is changed. */
    public void setOrigin(int number) {
        if (origin != number) {
            origin = number;
        }
    }

    /** Returns {@code head} with the origin. */
    long ofOrigin(long head) {
        return Entry.of(head, origin);
    }

    /** Returns the number by which the claimed entry is to name {@code account}, which it refers to where that has none. */
    int number(Account account) {
        if (!account.isNumbered()) {
            unnumbered.keep(account, at >> Entry.SHIFT, ring.length >> Entry.SHIFT);
        }
        return account.id;
    }

    int flags() {
        return Entry.flags(ring[at + Entry.HEAD]);
    }

    /**
     * Sets what an execution did that this thread has stopped.
     *
     * @param nanos how long it took, in nanoseconds
     * @param rows how many rows it has affected; their complement where the driver did not say all of them
     * @param clientBytes what it made the client hold, in bytes, {@link Session#NOT_READ} where that was not read
     */
    public void setEnded(long nanos, long rows, long clientBytes) {
        long[] entries = ring;
        entries[at + Entry.ELAPSED] = nanos;
        entries[at + Entry.ROWS] = rows;
        entries[at + Entry.CLIENT_BYTES] = clientBytes;
    }

    /**
     * Sets what was read of a result set.
     *
     * @param rows that the application read
     * @param nanos time spent in calls that fetch, nanoseconds
     * @param bytes that its getters returned
     * @param buffered bytes that it was taken to hold in the client beyond those; below 0 to take back what came out
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

    /** Sets, after {@link #setRead}, how many calls fetched rows; the complement where the result set was closed before its end. */
    public void setFetches(long fetches) {
        ring[at + Entry.FETCHES] = fetches;
    }

    /** Sets what its fetches made the client hold, and the execution and all of its fetches together, in bytes. */
    public void setFetchedClientBytes(long bytes, long inAll) {
        ring[at + Entry.CLIENT_BYTES] = bytes;
        ring[at + Entry.CLIENT_TOTAL] = inAll;
    }

    /** Sets the CPU time of this thread within the execution that it has stopped, in nanoseconds. */
    public void setCpuNanos(long nanos) {
        ring[at + Entry.CPU] = nanos;
    }

    /**
     * Shows what ran as over, by its thread, which still has the claim; waits for a cancel that is on its way, at most as long
     * as that says.
     *
     * @return how it was over its limit, null if no cancel was sent for that
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
                break; // it does not wait any longer
            }
        }
        CancelInFlight last = cancel;
        return last != null && last.entry == entry ? last.over() : null;
    }

    /** Publishes the claimed entry, whose other words are written. */
    void publish(long head) {
        ring[at + Entry.HEAD] = head;
        STATE.setRelease((EntryRing) this, state - CLAIMED + (1L << PHASE_BITS));
    }

    /** As {@link #publish}, of what was never shown as running. */
    void publishEvent(long head, long startNanos, long elapsed, long rows) {
        ring[at + Entry.START] = startNanos;
        ring[at + Entry.ELAPSED] = elapsed;
        ring[at + Entry.ROWS] = rows;
        publish(head);
    }

    /** Returns the number of the entry that this thread has claimed. */
    public long entry() {
        return state >>> PHASE_BITS;
    }

    /**
     * Gives up the claim of {@code entry}, whatever has come of it, unless that was published; nothing is counted.
     *
     * @param entry what {@link #entry} has returned to who has claimed it
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
        at = place(entry); // another thread may have claimed it
        publish(0);
    }

    // ---- who looks at what runs ----

    /** Returns the number of the entry that runs now, negative if none does. */
    long running() {
        long now = state;
        long phase = now & PHASE;
        return phase == RUNNING || phase == CANCELLING ? now >>> PHASE_BITS : -1;
    }

    /** Returns whether {@code entry} runs still, so that what {@link #word} has returned was of it. */
    boolean runs(long entry) {
        VarHandle.loadLoadFence();
        return running() == entry;
    }

    boolean isIdle() {
        return (state & PHASE) == IDLE;
    }

    /** Puts a cancel before the end of {@code entry}, to be sent and then taken away; null if that is over or one is there. */
    @Nullable
    CancelInFlight beginCancel(Session session, long entry, @Nullable OverLimit over, long timeoutNanos) {
        CancelInFlight before = cancel;
        OverLimit why = over;
        if (before != null && before.entry == entry) {
            // a limit cancels once; a person's cancel comes after another one, but not beside it
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

    /** Lets the end of the entry go on; {@code dropped} where nothing was sent. */
    void endCancel(CancelInFlight mine, boolean dropped) {
        long entry = mine.entry;
        if (dropped) {
            CANCEL.compareAndSet(this, mine, (CancelInFlight) null);
        }
        STATE.compareAndSet((EntryRing) this, entry << PHASE_BITS | CANCELLING, entry << PHASE_BITS | RUNNING);
    }

    /** Takes this out of use, if it is idle and settled. */
    boolean retire() {
        long now = state;
        return (now & PHASE) == IDLE
                && now >>> PHASE_BITS == settled
                && STATE.compareAndSet((EntryRing) this, now, now | GONE);
    }
}
