package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.memory.ObjectLayout;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One JDBC connection: its user, its running statement, and its executions in journals.
 *
 * <p>Thread-safe. The same thread claims a journal, begins an execution, and ends or abandons it. The session keeps its
 * last statement alive until that statement is closed.
 */
public final class Session {

    private final long id;
    private final Settler settler;
    final @Nullable QueryLimit limit;
    final Journals journals;
    /** The failures of Tollbooth itself on this connection. */
    public final OwnFailures failures;

    private volatile String user;
    /**
     * The spender of executions by that user, unless the server reports costs; null in a session without executions.
     */
    private volatile @Nullable Spender spender;

    /** The first journal, which a thread uses unless another thread is executing; null before the first execution. */
    private @Nullable Journal first;

    private volatile boolean closed;
    /** Whether autocommit is on; plain, because one thread at a time uses a connection. */
    private boolean autoCommit = true;

    /** The last statement of the first journal. */
    private @Nullable Cancellable statement;

    /** The statements of additional journals by lane; null until there is one. */
    private volatile @Nullable ConcurrentHashMap<Integer, Cancellable> otherStatements;

    /** The number of open statements, written without synchronization, because only the memory trace reads it. */
    private int openStatements;

    Session(long id, String user, Settler settler, @Nullable QueryLimit limit) {
        this.id = id;
        this.user = user;
        this.settler = settler;
        this.limit = limit;
        this.failures = settler.newFailures();
        this.journals = settler.opened(this, id);
    }

    /** The value of a missing reading. */
    public static final long NOT_READ = Entry.NOT_READ;

    /** Returns the bytes of a session without executions. */
    public static long bytes(ObjectLayout layout) {
        return layout.shallow(Session.class) + Journals.emptyBytes(layout);
    }

    /** Returns the number of this session, unique in its registry. */
    public long id() {
        return id;
    }

    /** Returns the user that executions are accounted to; empty if unknown. */
    public String user() {
        return user;
    }

    /** Sets the user of later executions. */
    public void setUser(String name) {
        user = name;
    }

    /** Returns the spender of executions by {@link #user} whose costs no server reports; null before it is set. */
    public @Nullable Spender spender() {
        return spender;
    }

    /** Sets the spender of later executions. */
    public void setSpender(Spender sender) {
        spender = sender;
    }

    /** Counts an opened statement of this connection. */
    public void statementOpened() {
        openStatements++;
    }

    /** Counts a closed statement of this connection. */
    public void statementClosed(Cancellable closed) {
        openStatements--;
        if (statement == closed) {
            statement = null;
        }
    }

    /** Returns the approximate number of open statements; statements that the driver closes itself count as open. */
    int openStatements() {
        return Math.max(0, openStatements);
    }

    /** Returns whether no execution runs now. */
    public boolean isIdle() {
        return journals.isIdle();
    }

    /**
     * Claims and returns a journal for one execution of {@code by}; {@link #end} or {@link Journal#abandon} must
     * follow.
     */
    public Journal claim(Cancellable by) {
        Journal journal = claim();
        if (journal.lane != 0) {
            show(journal, by);
        } else if (statement != by) {
            statement = by;
        }
        return journal;
    }

    private void show(Journal claimed, Cancellable by) {
        try {
            others().put(claimed.lane, by);
        } catch (Throwable t) {
            claimed.unclaim(); // the caller does not know it
            throw t;
        }
    }

    /** Claims and returns a journal for a read of rows; {@link #endRead} or {@link Journal#abandon} must follow. */
    public Journal claim() {
        Journal known = first;
        return known != null && known.claimUnlessDue() ? known : claimAny();
    }

    /** Applies entries if that is due, and claims an idle journal. */
    private Journal claimAny() {
        failures.settle();
        journals.abandonUnended();
        Journal claimed = journals.claim();
        // given back first, so that a failure can't overwrite an unapplied entry
        if (claimed.isDue()) {
            claimed.unclaim();
            settleIfFree();
            claimed = journals.claim();
        }
        while (!claimed.findRoom()) {
            claimed.unclaim();
            settler.makePlace(journals, claimed);
            claimed = journals.claim();
        }
        if (claimed.lane == 0) {
            first = claimed;
        }
        return claimed;
    }

    private void settleIfFree() {
        try {
            settler.settleIfFree(journals);
        } catch (StackOverflowError e) {
            // the next thread with more stack applies the entries
        }
    }

    /** Ends this session: later entries are applied at once. */
    void close() {
        closed = true;
        journals.closed = true;
    }

    private ConcurrentHashMap<Integer, Cancellable> others() {
        ConcurrentHashMap<Integer, Cancellable> known = otherStatements;
        if (known == null) {
            known = new ConcurrentHashMap<>();
            otherStatements = known;
        }
        return known;
    }

    @Nullable
    Cancellable runningIn(int lane) {
        ConcurrentHashMap<Integer, Cancellable> others = otherStatements;
        return lane == 0 ? statement : others == null ? null : others.get(lane);
    }

    /**
     * Shows an execution as running.
     *
     * @param claimed the result of {@link #claim(Cancellable)}
     * @param account the account to charge, unless {@link #charge} names another one
     * @param flags the result of {@link EntryRuState#flags}; {@link EntryRuState#ESTIMATED} counts estimated request units
     *     while the execution runs, any other state counts them at its end
     * @param origin the number of the origin, 0 for none
     * @param measured whether {@link Journal#measure} was called
     * @param startNanos the ticker's reading
     */
    public void begin(Journal claimed, Account account, int flags, int origin, boolean measured, long startNanos) {
        int kind = measured ? Entry.MEASURED : Entry.EXECUTION;
        if (limit != null) {
            kind = Entry.MEASURED;
            watch(limit, claimed, measured);
        }
        claimed.begin(Entry.head(claimed.number(account.live()), kind, flags, origin), startNanos);
    }

    private static void watch(QueryLimit limit, Journal claimed, boolean measured) {
        if (!measured) {
            claimed.measure(NOT_READ, NOT_READ);
        }
        claimed.watch(limit.begin(), Thread.currentThread().getId());
    }

    /**
     * Shows an execution as over, without counting it: {@link #end} must follow. Waits for a cancel on its way.
     *
     * @return the exceeded limit; null if no cancel for a limit was sent
     */
    public @Nullable OverLimit stop(Journal claimed) {
        return claimed.stop(limit);
    }

    /** Charges an execution that this thread has stopped to {@code account}. */
    public void charge(Journal stopped, Account account) {
        stopped.charge(account.live());
    }

    /**
     * Counts an execution with the figures that were set in the journal. If the execution was not stopped, this method
     * ends it too, after a cancel on its way.
     *
     * @param cost how the execution's request units are known; {@link #addRu} adds reported ones
     * @param failure the number of a {@link dev.tollbooth.internal.latency.FailureKind}; 0 for none
     * @param warnings the number of warnings, at most 100
     */
    public void end(Journal claimed, EntryRuState cost, int failure, int warnings) {
        if (claimed.lane != 0) {
            others().remove(claimed.lane);
        }
        claimed.end(Entry.ended(claimed.head(), cost.flag(), failure, warnings), limit);
        published();
    }

    /**
     * Counts the read of rows whose figures were set in the journal.
     *
     * @param account the account of the execution
     * @param flags the result of {@link EntryRuState#flags}; {@link EntryRuState#ESTIMATED} if time and bytes cost request
     *     units
     * @param origin the number of the execution's origin, 0 for none
     */
    public void endRead(Journal claimed, Account account, int flags, int origin) {
        claimed.publish(Entry.head(claimed.number(account.live()), Entry.READ, flags, origin));
        published();
    }

    /**
     * Adds request units that were reported for an execution already counted.
     *
     * @param account the account of the execution
     * @param cost {@link EntryRuState#REPORTED}, or the reason why they will not be reported
     * @param origin the number of the execution's origin, 0 if there is none, or it is no longer known
     */
    public void addRu(Account account, EntryRuState cost, boolean collected, double ru, int origin) {
        long head = Entry.head(0, Entry.REQUEST_UNITS, cost.flags(collected), origin);
        event(account.live(), head, 0, Double.doubleToRawLongBits(ru), 0);
    }

    /** Adds the terms of the request units of an execution already counted. */
    public void addRuTerms(Account account, RuTermSums terms) {
        settler.addRuTerms(journals, account, terms);
    }

    /** Offers an execution already counted, with the text {@code sql}, as the sample of its row. */
    public void sample(Account account, String sql, long elapsedNanos, long endNanos) {
        settler.sample(journals, account, sql, elapsedNanos, endNanos);
    }

    /** Adds rows affected by a later result of an execution already counted. */
    public void rowsAffected(Account account, long rows) {
        event(account.live(), Entry.head(0, Entry.ROWS_AFFECTED, 0, 0), 0, 0, rows);
    }

    /**
     * Counts a commit or rollback, and ends the transaction.
     *
     * @param startNanos the ticker's reading at the start of the call
     */
    public void transactionEnded(boolean committed, long startNanos, long elapsedNanos, int errorClass) {
        autoCommit &= errorClass != 0; // in the form that TransactionTracker expects
        int kind = committed ? Entry.COMMIT : Entry.ROLLBACK;
        long head = Entry.ended(Entry.head(Accounts.NONE, kind, 0, 0), 0, errorClass, 0);
        event(null, head, startNanos, elapsedNanos, 0);
    }

    /** Sets the transaction mode for later executions. With autocommit, each execution is a transaction. */
    public void setAutoCommit(boolean on) {
        autoCommit = on;
        event(null, Entry.head(Accounts.NONE, Entry.AUTO_COMMIT, 0, 0), 0, 0, on ? 1 : 0);
    }

    /** Returns whether executions are in autocommit, as far as the connection's calls show. */
    public boolean isInAutoCommit() {
        return autoCommit;
    }

    /** Publishes an event of {@code account}, whose number is not in {@code head} yet; null for no account. */
    private void event(@Nullable Account account, long head, long startNanos, long elapsed, long rows) {
        Journal claimed = claim();
        long entry = claimed.entry();
        try {
            long named = account == null ? head : Entry.charged(head, claimed.number(account));
            claimed.publishEvent(named, startNanos, elapsed, rows);
        } catch (Throwable t) {
            claimed.unended = entry;
            throw t;
        }
        published();
    }

    /** Applies a published entry of a session that was closed meanwhile. */
    private void published() {
        if (closed) {
            settleClosed();
        }
    }

    private void settleClosed() {
        try {
            settler.settleClosed(journals);
        } catch (StackOverflowError e) {
            // the tick applies the entry
        }
    }

    /**
     * Begins to watch a call that fetches rows, if calls of this session are limited. The list of running statements
     * does not show the call.
     *
     * @return the claimed journal, for {@link #endFetch} on the same thread; null without a limit
     */
    public @Nullable Journal beginFetch(Cancellable by) {
        if (limit == null) {
            return null;
        }
        Journal claimed = claim(by);
        try {
            claimed.watch(limit.begin(), Thread.currentThread().getId());
            claimed.begin(Entry.head(Accounts.NONE, Entry.FETCH_CALL, 0, 0), 0);
        } catch (Throwable t) {
            claimed.abandon(claimed.entry());
            throw t;
        }
        return claimed;
    }

    /** Ends a watched fetch; returns the exceeded limit as {@link #stop} does. */
    public @Nullable OverLimit endFetch(Journal claimed) {
        OverLimit over = claimed.stop(limit);
        if (claimed.lane != 0) {
            others().remove(claimed.lane);
        }
        claimed.publish(0);
        published();
        return over;
    }

    /** Counts a call that its limit ended. */
    public void cancelledByLimit() {
        if (limit != null) {
            limit.cancelled.incrementAndGet();
        }
    }
}
