package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.StackRoom;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StuckLockException;
import dev.tollbooth.internal.table.TableLock;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A worker that applies journals to the statement table and to the increments of the tick. It holds the table's lock
 * for one session at a time.
 *
 * <p>Thread-safe.
 */
final class Settler {

    /** The entries of a journal that are applied in one hold of the lock: about 30 microseconds. */
    private static final int SLICE = EntryRing.CROWDED_CAPACITY;

    static final long MOST_WIDE_BYTES = 8 << 20;

    private final Failures failures;
    private final TableLock lock;
    /** All open sessions, and ended ones with unapplied entries, by number. */
    final ConcurrentHashMap<Long, Journals> sessions = new ConcurrentHashMap<>();

    private final ReferenceQueue<Session> dropped = new ReferenceQueue<>();
    final Accounts accounts;
    /** The bytes of all rings beyond their usual size. Each tick computes the sum again, because sessions end. */
    private final AtomicLong wideBytes = new AtomicLong();

    /** The most bytes of all rings together, beyond their usual size. */
    volatile long mostWideBytes = MOST_WIDE_BYTES;

    final Undrained undrained = new Undrained(); // guarded by lock, as the next
    final Ledger ledger;
    private final Sweep sweep;

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

    /** Makes, registers and returns the journals of a new session. */
    Journals opened(Session session, long id) {
        Journals made = new Journals(session, id, dropped);
        sessions.put(id, made);
        return made;
    }

    /** Applies an execution that ended after its session. */
    void settleClosed(Journals ended) {
        sessions.put(ended.sessionId, ended); // until the entry is applied
        end(ended);
    }

    /** Applies and forgets an ended session. If the lock is stuck, the tick does so later. */
    void end(Journals ended) {
        ended.abandonUnended();
        try {
            settleTo(0, ended);
        } catch (StuckLockException e) {
            return; // the entries stay for the tick
        }
        forgetIfOver(ended);
    }

    private void forgetIfOver(Journals ended) {
        ended.failures.count();
        if (ended.isIdle() && ended.unsettled() == 0) {
            sessions.remove(ended.sessionId, ended);
        }
    }

    /**
     * Applies a session's journals on a thread of the application, until at most {@code rest} entries are left.
     *
     * @throws StuckLockException if the lock can't be taken
     */
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
     * Makes a place in a full journal, on a thread of the application. If the lock is free, the thread applies entries.
     * Otherwise the ring grows, and the thread waits only if the ring may not grow. The ring grows further if a thread
     * of Tollbooth holds the lock, because that thread may lose its processor for some milliseconds.
     *
     * @throws StuckLockException if the lock can't be taken
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

    /**
     * Reserves bytes of wide rings; returns false if there is no room. The next tick corrects the sum if the ring then
     * finds no memory.
     */
    private boolean takesWide(long bytes) {
        if (wideBytes.addAndGet(bytes) <= mostWideBytes || bytes == 0) {
            return true;
        }
        wideBytes.addAndGet(-bytes);
        return false;
    }

    /** Applies a session's journals unless the lock is taken. */
    void settleIfFree(Journals session) {
        StackRoom.touch(); // first, because a stack overflow later would keep the lock
        if (lock.tryLock()) {
            settleAndUnlock(session);
        }
    }

    private void settleAndUnlock(Journals session) {
        Throwable failure = null;
        int times = 0;
        try {
            ledger.settle(session, SLICE);
            failure = ledger.failure;
            times = ledger.failures;
            ledger.failure = null;
            ledger.failures = 0;
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

    /** Applies all executions that ended before this call. */
    void settleAll() {
        for (Object gone = dropped.poll(); gone != null; gone = dropped.poll()) {
            ((Journals) gone).closed = true;
        }
        failures.countUncounted();
        for (Journals session : sessions.values()) {
            session.failures.count();
            session.abandonUnended();
            settle(session);
            if (session.closed) {
                forgetIfOver(session);
            }
        }
    }

    /** Applies all entries, frees unused memory, and makes room for accounts: due each second. */
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
     * Closes accounts that were not used since the last call, so that they don't keep rows and digests alive; due every
     * ten seconds.
     */
    void sweepUnused() {
        settleAll();
        sweep.closeUnused();
    }

    /** Adds the terms of the request units of an execution in {@code session}. */
    void addRuTerms(Journals session, Account account, RuTermSums terms) {
        settleTo(SLICE, session); // one hold of the lock is enough for the rest
        lockedWithPatience(() -> ledger.addRuTerms(session, account, terms));
    }

    /** Counts the repetitions of a scope in autocommit. Never throws, because the scope may end by an exception. */
    void addScope(int account, int origin, int times) {
        try {
            lockedWithPatience(() -> ledger.addScope(account, origin, times));
        } catch (Throwable t) {
            failures.caught(Place.SETTLE, t);
        }
    }

    /** Offers an execution of {@code session} with the text {@code sql} as the sample of its row. */
    void sample(Journals session, Account account, String sql, long elapsedNanos, long endNanos) {
        settleTo(SLICE, session); // one hold of the lock is enough for the rest
        lockedWithPatience(() -> ledger.sample(session, account, sql, elapsedNanos, endNanos));
    }

    /** Runs {@code action} under the lock, on a thread of the application. */
    private void lockedWithPatience(Runnable action) {
        lock.lockWithPatience();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    /** Runs {@code action} under the lock, on a thread of Tollbooth or a reader. */
    void locked(Runnable action) {
        locked(() -> {
            action.run();
            return true;
        });
    }

    /** Returns the result of {@code action}, run under the lock. */
    <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
