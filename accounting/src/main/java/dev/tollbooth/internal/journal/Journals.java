package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.table.TransactionTracker;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * The journals of one session: none before the first execution, then one, and more while several threads execute at
 * once. The registry holds this object and refers to the session weakly, so the journals of a session that was dropped
 * without a close are still applied.
 *
 * <p>Thread-safe.
 */
final class Journals extends WeakReference<Session> {

    private static final Journal[] NONE = {};
    private static final AtomicReferenceFieldUpdater<Journals, Journal[]> LANES =
            AtomicReferenceFieldUpdater.newUpdater(Journals.class, Journal[].class, "lanes");

    final long sessionId;
    private volatile Journal[] lanes = NONE; // written by LANES
    /** Whether the session is closed, so that this object is forgotten once its entries are applied. */
    volatile boolean closed;

    private volatile int highestRetired; // written under the table's lock

    /** The failures of the session, which this object outlives. */
    final OwnFailures failures;

    /** The session's transactions; guarded by the table's lock. */
    final TransactionTracker repeats = new TransactionTracker();

    Journals(Session session, long sessionId, ReferenceQueue<Session> dropped) {
        super(session, dropped);
        this.failures = session.failures;
        this.sessionId = sessionId;
    }

    /** Returns the present journals. */
    Journal[] lanes() {
        return lanes;
    }

    /** Claims an idle journal, or adds a new one and claims that; returns the claimed journal. */
    Journal claim() {
        while (true) {
            Journal[] now = lanes;
            // threads begin at different places: thousands of virtual threads may share one connection
            int start = now.length < 2 ? 0 : (int) (Thread.currentThread().getId() % now.length);
            for (int i = 0; i < now.length; i++) {
                Journal journal = now[(start + i) % now.length];
                if (journal.claim()) {
                    return journal;
                }
            }
            Journal[] more = Arrays.copyOf(now, now.length + 1);
            Journal added = new Journal(nextLane(now));
            more[now.length] = added;
            added.claim();
            if (LANES.compareAndSet(this, now, more)) {
                return added;
            }
        }
    }

    /**
     * Returns an unused lane number. Numbers are never reused, so a cancel by lane and entry can't hit another
     * statement.
     */
    private int nextLane(Journal[] now) {
        return now.length == 0 ? 0 : Math.max(now[now.length - 1].lane, highestRetired) + 1;
    }

    /** Gives up entries that their threads could not end, because the stack was full. Any thread may call this. */
    void abandonUnended() {
        for (Journal journal : lanes) {
            journal.abandonUnended();
        }
    }

    /** Removes unused additional journals; the caller holds the table's lock. */
    private void trim() {
        Journal[] now = lanes;
        for (int last = now.length - 1; last > 0 && now[last].retire(); last--) {
            highestRetired = Math.max(highestRetired, now[last].lane);
            // a concurrent addition may copy a retired journal, which no thread can claim and the next trim removes
            LANES.compareAndSet(this, now, Arrays.copyOf(now, last));
            now = lanes;
        }
    }

    boolean isIdle() {
        for (Journal journal : lanes) {
            if (!journal.isIdle()) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of unapplied entries in the journal that has the most. */
    long unsettled() {
        long most = 0;
        for (Journal journal : lanes) {
            most = Math.max(most, journal.unsettled());
        }
        return most;
    }

    /**
     * Frees unused additional journals, and places that were not needed recently; the caller holds the table's lock.
     */
    void giveBackUnused() {
        trim();
        for (Journal journal : lanes) {
            if (journal.wideBytes() > 0) {
                journal.narrow();
            }
        }
    }

    /** Returns the bytes of rings beyond the size that each may have. */
    long wideBytes() {
        long bytes = 0;
        for (Journal journal : lanes) {
            bytes += journal.wideBytes();
        }
        return bytes;
    }

    private static final class Sizes {
        static final long JOURNAL = ObjectLayout.ofThisJvm().shallow(Journal.class)
                + ObjectLayout.ofThisJvm().shallow(Progress.class)
                + ObjectLayout.ofThisJvm().shallow(UnnumberedAccounts.class);
    }

    /** Returns the bytes of this object without journals, and of its place in the registry. */
    static long emptyBytes(ObjectLayout layout) {
        return layout.shallow(Journals.class)
                + layout.shallow(OwnFailures.class)
                + layout.shallow(TransactionTracker.class)
                + layout.references(1)
                + layout.shallow(Long.class)
                + layout.mapNode();
    }

    /** Returns the bytes of the journals and of the tracked transaction. */
    long bytes() {
        long bytes = repeats.bytes();
        for (Journal journal : lanes) {
            bytes += Sizes.JOURNAL + journal.bytes();
        }
        return bytes;
    }
}
