package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.table.TransactionTracker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;

/**
 * The journals of one session: none before its first execution, one from then on, and further ones while several threads run
 * statements on it at once. It is what the registry holds of a session, which it refers to weakly: a session that was dropped
 * without a close leaves its journals to be settled.
 *
 * <p>Thread-safe.
 */
final class Journals extends WeakReference<Session> {

    private static final Journal[] NONE = {};
    private static final VarHandle LANES;

    static {
        try {
            LANES = MethodHandles.lookup().findVarHandle(Journals.class, "lanes", Journal[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final long sessionId;
    private volatile Journal[] lanes = NONE; // written by LANES
    private volatile boolean closed;
    private volatile int highestRetired; // written under the table's lock

    /** The session's, which outlives it here. */
    final OwnFailures failures;

    /** Guarded by the table's lock. */
    final TransactionTracker repeats = new TransactionTracker();

    Journals(Session session, long sessionId, ReferenceQueue<Session> dropped) {
        super(session, dropped);
        this.failures = session.failures;
        this.sessionId = sessionId;
    }

    /** Returns the journals there are now. */
    Journal[] lanes() {
        return lanes;
    }

    /** Claims a journal that is idle, or a new one. */
    Journal claim() {
        while (true) {
            Journal[] now = lanes;
            // each thread begins elsewhere: thousands of virtual threads may use one connection
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

    /** No lane comes again: who names a statement by its lane and entry, to cancel it, must never hit another one. */
    private int nextLane(Journal[] now) {
        return now.length == 0 ? 0 : Math.max(now[now.length - 1].lane, highestRetired) + 1;
    }

    /** Takes out the further journals that nobody uses any more; under the table's lock. */
    private void trim() {
        Journal[] now = lanes;
        for (int last = now.length - 1; last > 0 && now[last].retire(); last--) {
            highestRetired = Math.max(highestRetired, now[last].lane);
            // a thread that adds one meanwhile copies the retired one, which nobody can claim, and the next trim takes
            // it out
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

    boolean isSettled() {
        for (Journal journal : lanes) {
            if (!journal.isSettled()) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many entries of one of the journals are not settled, at most. */
    long unsettled() {
        long most = 0;
        for (Journal journal : lanes) {
            most = Math.max(most, journal.unsettled());
        }
        return most;
    }

    /** Takes out the further journals that nobody uses, and the places that nobody has needed of late; under the table's lock. */
    void giveBackUnused() {
        trim();
        for (Journal journal : lanes) {
            if (journal.wideBytes() > 0) {
                journal.narrow();
            }
        }
    }

    /** Returns the bytes of rings beyond those that each may have. */
    long wideBytes() {
        long bytes = 0;
        for (Journal journal : lanes) {
            bytes += journal.wideBytes();
        }
        return bytes;
    }

    /** The session has ended: who writes from now on settles at once. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    private static final class Sizes {
        static final long JOURNAL = ObjectLayout.ofThisJvm().shallow(Journal.class)
                + ObjectLayout.ofThisJvm().shallow(Progress.class)
                + ObjectLayout.ofThisJvm().shallow(UnnumberedAccounts.class);
    }

    /** Returns the bytes of this without its journals, and of how the registry finds it. */
    static long emptyBytes(ObjectLayout layout) {
        return layout.shallow(Journals.class)
                + layout.shallow(OwnFailures.class)
                + layout.shallow(TransactionTracker.class)
                + layout.references(1)
                + layout.shallow(Long.class)
                + layout.mapNode();
    }

    /** Returns the bytes of the journals, and of what a transaction has repeated. */
    long bytes() {
        long bytes = repeats.bytes();
        for (Journal journal : lanes) {
            bytes += Sizes.JOURNAL + journal.bytes();
        }
        return bytes;
    }
}
