package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.memory.ObjectLayout;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One JDBC connection: who uses it, what runs on it now, and what it has executed, in its journals.
 *
 * <p>Thread-safe. An execution claims a journal, begins, and ends, or is abandoned, by the same thread. The session keeps its last statement alive until that is closed.
 */
public final class Session {

    private final long id;
    private final Settler settler;
    final @Nullable QueryLimit limit;
    final Journals journals;
    /** The failures of Tollbooth itself on this connection. */
    public final OwnFailures failures;

    private volatile String user;

    /** The journal that all but threads at once use; null before the first execution. */
    private @Nullable Journal first;

    private volatile boolean closed;
    /** Plain: a connection is of one thread at a time. */
    private boolean autoCommit = true;

    /** The statement that runs in the first journal, or ran there last. */
    private @Nullable Cancellable statement;

    /** The statements in further journals, by lane; null until there is one. */
    private volatile @Nullable ConcurrentHashMap<Integer, Cancellable> otherStatements;

    /** These two are written without care for races, which are rare: a figure for the memory trace. */
    private int openedStatements;

    private int closedStatements;

    Session(long id, String user, Settler settler, @Nullable QueryLimit limit) {
        this.id = id;
        this.user = user;
        this.settler = settler;
        this.limit = limit;
        this.failures = settler.newFailures();
        this.journals = settler.opened(this, id);
    }

    /** In place of a reading: there was none. */
    public static final long NOT_READ = Entry.NOT_READ;

    /** Returns the bytes of a session that has executed nothing. */
    public static long bytes(ObjectLayout layout) {
        return layout.shallow(Session.class) + Journals.emptyBytes(layout);
    }

    /** Returns the number of this session, unique in its settler. */
    public long id() {
        return id;
    }

    /** Returns the user whom executions are accounted to; empty where it is not known. */
    public String user() {
        return user;
    }

    /** Sets the user of the executions from now on. */
    public void setUser(String name) {
        user = name;
    }

    /** Counts a statement of this connection. */
    public void statementOpened() {
        openedStatements++;
    }

    /** Tells that one of its statements was closed. */
    public void statementClosed(Cancellable closed) {
        closedStatements++;
        if (statement == closed) {
            statement = null;
        }
    }

    /** Returns about how many of its statements are not closed; those that the driver closes itself count as open. */
    int openStatements() {
        return Math.max(0, openedStatements - closedStatements);
    }

    /** Returns whether nothing runs now. */
    public boolean isIdle() {
        return journals.isIdle();
    }

    /** Claims a journal for one execution of {@code by}; {@link #end} or {@link Journal#abandon} is due. */
    public Journal claim(Cancellable by) {
        Journal journal = claim();
        if (journal.lane != 0) {
            others().put(journal.lane, by);
        } else if (statement != by) {
            statement = by;
        }
        return journal;
    }

    private Journal claim() {
        Journal journal = claimAny();
        while (journal.isFull()) {
            // given back first: where this fails, nothing may be written over what is not settled
            journal.unclaim();
            settler.makePlace(journals, journal);
            journal = claimAny();
        }
        return journal;
    }

    private Journal claimAny() {
        Journal known = first;
        if (known != null && known.claim()) {
            return known;
        }
        Journal claimed = journals.claim();
        if (claimed.lane == 0) {
            first = claimed;
        }
        return claimed;
    }

    /** Ends this session: who writes from now on settles at once. */
    void close() {
        closed = true;
        journals.close();
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
     * @param claimed what {@link #claim(Cancellable)} has returned
     * @param account what it is counted to, as far as is known
     * @param cost {@link EntryRuState#ESTIMATED} if its time is to cost while it runs; any other where the server may tell
     * @param collected whether its request units are collected
     * @param startNanos the ticker's reading
     * @param allocated what this thread has allocated, {@link #NOT_READ} where nobody has looked
     */
    public void begin(
            Journal claimed, Account account, EntryRuState cost, boolean collected, long startNanos, long allocated) {
        int flags = cost.flags(collected);
        long head = claimed.ofOrigin(Entry.head(claimed.number(account.live()), Entry.EXECUTION, flags, 0, 0));
        if (limit == null) {
            claimed.begin(head, startNanos, allocated, 0);
        } else {
            claimed.begin(
                    head, startNanos, limit.begin(), Thread.currentThread().getId());
        }
    }

    /**
     * Shows an execution as over; it is not counted yet: {@link #end} is due. Waits for a cancel that is on its way.
     *
     * @return how it was over its limit, null if no cancel was sent for that
     */
    public @Nullable OverLimit stop(Journal claimed) {
        return claimed.stop(limit);
    }

    /**
     * Counts an execution that was stopped, with the figures that the journal was given since.
     *
     * @param account what it is counted to
     * @param cost what is known of its request units; those that are told come by {@link #addRu}
     * @param failure number of a {@link dev.tollbooth.internal.latency.FailureKind}; 0 for none
     * @param warnings 100 at most
     */
    public void end(Journal claimed, Account account, EntryRuState cost, int failure, int warnings) {
        int flags = cost.flags((claimed.flags() & Entry.COLLECTED) != 0);
        if (claimed.lane != 0) {
            others().remove(claimed.lane);
        }
        claimed.publish(claimed.ofOrigin(
                Entry.head(claimed.number(account.live()), Entry.EXECUTION, flags, failure, warnings)));
        settleIfDue(claimed);
    }

    /** Claims a journal for what was read of a result set of an origin; {@link #endRead} or {@link Journal#abandon} is due. */
    public Journal beginRead(int origin) {
        Journal claimed = claim();
        claimed.setOrigin(origin);
        return claimed;
    }

    /**
     * Counts what the journal was told of a result set.
     *
     * @param account what its execution was counted to
     * @param cost {@link EntryRuState#ESTIMATED} if it costs request units by its time and bytes
     * @param collected whether its request units are collected
     */
    public void endRead(Journal claimed, Account account, EntryRuState cost, boolean collected) {
        int flags = cost.flags(collected);
        claimed.publish(claimed.ofOrigin(Entry.head(claimed.number(account.live()), Entry.READ, flags, 0, 0)));
        settleIfDue(claimed);
    }

    /**
     * Adds the request units that were told of an execution which is counted already.
     *
     * @param account what it was counted to
     * @param cost {@link EntryRuState#REPORTED}, or that they will not be told
     * @param origin the number of the execution's origin, 0 where it has none or that is not known any more
     */
    public void addRu(Account account, EntryRuState cost, boolean collected, double ru, int origin) {
        int flags = cost.flags(collected);
        long head = Entry.of(Entry.head(0, Entry.REQUEST_UNITS, flags, 0, 0), origin);
        event(account.live(), head, Double.doubleToRawLongBits(ru), 0);
    }

    /** Adds rows that a later result of an execution already counted has affected. */
    public void rowsAffected(Account account, long rows) {
        event(account.live(), Entry.head(0, Entry.ROWS_AFFECTED, 0, 0, 0), 0, rows);
    }

    /**
     * Counts a commit or rollback, which ends what is counted by transactions.
     *
     * @param startNanos the ticker's reading at its begin
     */
    public void transactionEnded(boolean committed, long startNanos, long elapsedNanos, int errorClass) {
        autoCommit &= errorClass != 0; // as TransactionTracker has it
        int kind = committed ? Entry.COMMIT : Entry.ROLLBACK;
        event(Entry.head(Accounts.NONE, kind, 0, errorClass, 0), startNanos, elapsedNanos, 0);
    }

    /** Tells where transactions end from now on. */
    public void setAutoCommit(boolean on) {
        autoCommit = on;
        event(Entry.head(Accounts.NONE, Entry.AUTO_COMMIT, 0, 0, 0), 0, 0, on ? 1 : 0);
    }

    /** Returns whether what is executed now is of no transaction, as far as the connection's calls tell. */
    public boolean isInAutoCommit() {
        return autoCommit;
    }

    /** Publishes what has happened to {@code account}, whose number {@code head} has not got yet. */
    private void event(Account account, long head, long elapsed, long rows) {
        Journal claimed = claim();
        long entry = claimed.entry();
        try {
            claimed.publishEvent(Entry.of(claimed.number(account), head), 0, elapsed, rows);
        } catch (Throwable t) {
            claimed.abandon(entry);
            throw t;
        }
        settleIfDue(claimed);
    }

    private void event(long head, long startNanos, long elapsed, long rows) {
        Journal claimed = claim();
        claimed.publishEvent(head, startNanos, elapsed, rows);
        settleIfDue(claimed);
    }

    private void settleIfDue(Journal written) {
        try {
            if (closed) {
                settler.settleClosed(journals);
            } else if (written.isDue()) {
                settler.settleIfFree(journals);
            }
        } catch (StackOverflowError e) {
            // it is published: who comes next, with more stack, settles it
        }
    }

    /**
     * Watches a call that fetches rows, where the calls of this session are limited; it isn't shown as running.
     *
     * @return null where there is no limit; else {@link #endFetch} is due, from the same thread
     */
    public @Nullable Journal beginFetch(Cancellable by) {
        if (limit == null) {
            return null;
        }
        Journal claimed = claim(by);
        try {
            long head = Entry.head(Accounts.NONE, Entry.FETCH_CALL, 0, 0, 0);
            claimed.begin(head, 0, limit.begin(), Thread.currentThread().getId());
        } catch (Throwable t) {
            claimed.abandon(claimed.entry());
            throw t;
        }
        return claimed;
    }

    /** Ends what {@link #beginFetch} has begun; the result is as that of {@link #stop}. */
    public @Nullable OverLimit endFetch(Journal claimed) {
        OverLimit over = claimed.stop(limit);
        if (claimed.lane != 0) {
            others().remove(claimed.lane);
        }
        claimed.publish(0);
        settleIfDue(claimed);
        return over;
    }

    /** Counts a call as ended by its limit. */
    public void cancelledByLimit() {
        if (limit != null) {
            limit.cancelled();
        }
    }
}
