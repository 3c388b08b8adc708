package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.StackRoom;
import dev.tollbooth.internal.cost.IncrementSink;
import dev.tollbooth.internal.cost.IncrementSource;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StuckLockException;
import dev.tollbooth.internal.table.TableLock;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Settles journals into the statement table and into what the tick takes: the one place that takes the table's lock for that,
 * for one session at a time.
 *
 * <p>Thread-safe.
 */
final class Settler {

    /** So many entries of a journal are settled in one hold of the lock: some 30 microseconds. */
    private static final int SLICE = EntryRing.CROWDED_CAPACITY;

    static final long MOST_WIDE_BYTES = 8 << 20;

    private final Failures failures;
    private final TableLock lock;
    /** By number: all that are open, and those that have ended and are not settled. */
    final ConcurrentHashMap<Long, Journals> sessions = new ConcurrentHashMap<>();

    private final ReferenceQueue<Session> dropped = new ReferenceQueue<>();
    final Accounts accounts;
    /** The bytes of wide rings. Each tick adds them up again, since sessions end. */
    private final AtomicLong wideBytes = new AtomicLong();

    /** The most bytes that the rings of all sessions may have together, beyond the places that each may have. */
    volatile long mostWideBytes = MOST_WIDE_BYTES;

    private final Undrained undrained = new Undrained(); // guarded by lock, as the next
    private final Ledger ledger;
    private final Sweep sweep;
    private final ReentrantLock draining = new ReentrantLock();
    private final IncrementBatch batch = new IncrementBatch(); // guarded by draining

    Settler(StatementTable table, SessionRegistry.Clock clock, SessionRegistry.Options options) {
        this.failures = clock.failures();
        this.lock = table.lock();
        this.accounts = new Accounts(table, options.mostAccounts());
        this.ledger = new Ledger(table, accounts, undrained, clock.accounting(), options.byOrigin());
        this.sweep = new Sweep(lock, clock.ticker(), sessions.values(), accounts, ledger, undrained);
        table.onRead(this::settleAll);
    }

    OwnFailures newFailures() {
        return new OwnFailures(failures);
    }

    /** Returns the journals of a new session. */
    Journals opened(Session session, long id) {
        Journals made = new Journals(session, id, dropped);
        sessions.put(id, made);
        return made;
    }

    /** Settles what was executed after the end of its session. */
    void settleClosed(Journals ended) {
        sessions.put(ended.sessionId, ended); // until it is settled
        end(ended);
    }

    /** Settles and forgets a session that has ended; where the lock is stuck, the tick does. */
    void end(Journals ended) {
        try {
            settleWithPatience(ended);
        } catch (StuckLockException e) {
            return; // nothing is lost
        }
        forgetIfOver(ended);
    }

    private void forgetIfOver(Journals ended) {
        ended.failures.count();
        if (ended.isIdle() && ended.isSettled()) {
            sessions.remove(ended.sessionId, ended);
        }
    }

    /**
     * Settles a session's journals, for a thread of the application's.
     *
     * @throws StuckLockException if the lock can't be had
     */
    void settleWithPatience(Journals session) {
        settleTo(0, session);
    }

    /** As {@link #settleWithPatience}; what is left takes one hold of the lock. */
    private void settleMost(Journals session) {
        settleTo(SLICE, session);
    }

    private void settleTo(long rest, Journals session) {
        for (long left = session.unsettled(); left > rest; left -= SLICE) {
            lock.lockWithPatience();
            settleAndUnlock(session);
        }
    }

    private void settle(Journals session) {
        for (long left = session.unsettled(); left > 0; left -= SLICE) {
            lock.lock();
            settleAndUnlock(session);
        }
    }

    /**
     * Makes a place in a full journal, for a thread of the application's. A thread of ours that holds the lock may not be
     * scheduled for some milliseconds: then the journal gets more places, and the thread waits only if it has very many.
     * Threads of the application's wait for each other, which frees a processor for the holder.
     *
     * @throws StuckLockException if the lock can't be had
     */
    void makePlace(Journals session, Journal full) {
        if (lock.tryLockBriefly()) {
            settleAndUnlock(session);
            return;
        }
        int most = lock.isHeldByReader() ? EntryRing.MOST_CAPACITY : EntryRing.CROWDED_CAPACITY;
        if (!full.widen(most, this::takesWide)) {
            lock.lockWithPatience();
            settleAndUnlock(session);
        }
    }

    /** Takes bytes of wide rings, if there is room; those of a ring that then finds no memory come back with the next tick. */
    private boolean takesWide(long bytes) {
        if (wideBytes.addAndGet(bytes) <= mostWideBytes || bytes == 0) {
            return true;
        }
        wideBytes.addAndGet(-bytes);
        return false;
    }

    /** As {@link #settleWithPatience}, unless somebody holds the lock. */
    void settleIfFree(Journals session) {
        StackRoom.touch(); // or a stack overflow would keep the lock
        if (lock.tryLock()) {
            settleAndUnlock(session);
        }
    }

    private void settleAndUnlock(Journals session) {
        Throwable failure = null;
        int times = 0;
        try {
            ledger.settle(session, SLICE);
            failure = ledger.takeFailure();
            times = ledger.takeFailures();
        } finally {
            lock.unlock();
        }
        if (failure != null) {
            try {
                failures.caught(Place.SETTLE, failure, times);
            } catch (VirtualMachineError more) {
                failures.uncounted += times;
            }
        }
    }

    /** Settles all that was executed before this call. */
    void settleAll() {
        for (Object gone = dropped.poll(); gone != null; gone = dropped.poll()) {
            ((Journals) gone).close();
        }
        failures.countUncounted();
        for (Journals session : sessions.values()) {
            session.failures.count();
            if (!session.isSettled()) {
                settle(session);
            }
            if (session.isClosed()) {
                forgetIfOver(session);
            }
        }
    }

    /** Settles all, gives back what nobody uses any more, and makes room for accounts: due each second. */
    void tick() {
        try {
            settleAll();
            giveBackUnused();
            sweep.makeRoom();
        } catch (Throwable t) {
            failures.caught(Place.SETTLE, t);
        }
    }

    private void giveBackUnused() {
        long before = wideBytes.get();
        long left = 0;
        for (Journals session : sessions.values()) {
            if (session.lanes().length > 1 || session.wideBytes() > 0) {
                locked(session::giveBackUnused);
                left += session.wideBytes();
            }
        }
        wideBytes.addAndGet(left - before);
    }

    /**
     * Closes the accounts that nobody has used since this was called last, so that they keep no rows and digests alive; due
     * each ten seconds.
     */
    void sweepUnused() {
        settleAll();
        sweep.closeUnused();
    }

    /** Adds what the request units of an execution of {@code session} were calculated from. */
    void addRuTerms(Session session, Account account, RuTermSums terms) {
        settleMost(session.journals);
        lockedWithPatience(() -> ledger.addRuTerms(session.journals, account, terms));
    }

    /** Counts what a scope of an origin has repeated in autocommit; never throws, the scope may end by what is thrown. */
    void addScope(int account, int origin, int times) {
        try {
            lockedWithPatience(() -> ledger.addScope(account, origin, times));
        } catch (Throwable t) {
            failures.caught(Place.SETTLE, t);
        }
    }

    /** Offers {@code sql}, an execution of {@code session}, as the sample of its row. */
    void sample(Session session, Account account, String sql, long elapsedNanos, long endNanos) {
        settleMost(session.journals);
        lockedWithPatience(() -> ledger.sample(session.journals, account, sql, elapsedNanos, endNanos));
    }

    boolean drain(long nowNanos, IncrementSource.Drain how, IncrementSink sink) {
        settleAll();
        draining.lock();
        try {
            boolean runs = sample(nowNanos, how != IncrementSource.Drain.FINISHED_ONLY);
            locked(undrained::startDrain);
            while (take()) {
                give(sink);
            }
            return runs;
        } finally {
            draining.unlock();
        }
    }

    private boolean sample(long nowNanos, boolean takes) {
        boolean runs = false;
        for (Journals session : sessions.values()) {
            lock.lock();
            try {
                runs |= ledger.sample(session, nowNanos, takes);
            } finally {
                lock.unlock();
            }
        }
        return runs;
    }

    private boolean take() {
        batch.clear();
        lock.lock();
        try {
            undrained.take(batch);
            return !batch.isEmpty() || !undrained.isTaken();
        } finally {
            lock.unlock();
        }
    }

    private void give(IncrementSink sink) {
        int given = 0;
        try {
            for (; given < batch.size(); given++) {
                Account account = batch.account(given);
                sink.accept(account.key(), account.digest, batch.totals(given));
            }
        } finally {
            int from = given;
            if (from < batch.size()) {
                locked(() -> undrained.giveBack(batch, from));
            }
        }
    }

    /** For a thread of the application's. */
    private void lockedWithPatience(Runnable action) {
        lock.lockWithPatience();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    RuTotals endedWhileOff() {
        settleAll();
        lock.lock();
        try {
            return ledger.late();
        } finally {
            lock.unlock();
        }
    }

    long foldedKeys() {
        lock.lock();
        try {
            return undrained.folded();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the bytes of what accounts have by origin. */
    long originBytes() {
        lock.lock();
        try {
            return undrained.originBytes();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what ended and is not drained yet, less what was drained of executions that run. */
    RuTotals undrained() {
        settleAll();
        RuTotals totals = new RuTotals();
        locked(() -> {
            undrained.addTo(totals);
            for (Journals session : sessions.values()) {
                ledger.subtractSampled(session, totals);
            }
        });
        return totals;
    }
}
