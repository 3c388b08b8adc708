package dev.tollbooth.accounting.journal;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.control.StackRoom;
import dev.tollbooth.accounting.memory.MemoryTrace;
import dev.tollbooth.accounting.ru.IncrementSink;
import dev.tollbooth.accounting.ru.IncrementSource;
import dev.tollbooth.accounting.ru.RuModel;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuTotals;
import dev.tollbooth.accounting.statement.RuTermSums;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.StatementTableOptions;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.accounting.time.WallClock;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one instance: what runs on them now, and the settling of what they have executed into the statement table and
 * into what the tick takes.
 *
 * <p>Thread-safe. Sessions are held weakly: a connection that was dropped without a close is forgotten with it, once its
 * journals are settled. The table's lock is held for one session at a time.
 */
public final class SessionRegistry implements IncrementSource {

    private static final int SPINS = 256;
    private static final int LOOKS = SPINS + 16;

    private final Ticker ticker;
    private final AccountingSwitch accounting;
    private final Failures failures;
    private final @Nullable QueryLimit limit;
    private final @Nullable RuModel model;
    private final ReentrantLock lock;
    private final AtomicLong lastId = new AtomicLong();
    private final ConcurrentHashMap<Long, Journals> sessions = new ConcurrentHashMap<>();
    private final ReferenceQueue<Session> dropped = new ReferenceQueue<>();
    private final Accounts accounts;
    private final Ledger ledger; // guarded by lock, as the next
    private final Sweep sweep;
    private final ReentrantLock draining = new ReentrantLock();
    private final IncrementBatch batch = new IncrementBatch(); // guarded by draining

    /** No sessions yet, settled into a table of their own; {@code ticker} is the clock that executions begin by. */
    public SessionRegistry(Ticker ticker) {
        this(ticker, null, null);
    }

    /** As above; {@code limit} says what the driver's calls may allocate, {@code model} what costs while it runs. */
    public SessionRegistry(Ticker ticker, @Nullable QueryLimit limit, @Nullable RuModel model) {
        this(
                new StatementTable(StatementTableOptions.DEFAULT, ticker, WallClock.anchoredNow(ticker)),
                new Clock(ticker, new AccountingSwitch(), new Failures(ticker)),
                new Options(limit, model, false, Accounts.MOST));
    }

    /**
     * What sessions are measured with.
     *
     * @param ticker the clock that executions begin by
     * @param accounting whether request units are collected
     * @param failures counts those of settling
     */
    public record Clock(Ticker ticker, AccountingSwitch accounting, Failures failures) {}

    /**
     * How sessions are accounted.
     *
     * @param limit what the driver's calls may allocate, null where that is not limited
     * @param model what a statement that runs costs so far, null where request units are off
     * @param readsAllClientBytes whether the client's bytes of each execution are read
     * @param mostAccounts so many accounts are open before the least dear ones are closed
     */
    public record Options(
            @Nullable QueryLimit limit, @Nullable RuModel model, boolean readsAllClientBytes, int mostAccounts) {

        /** The usual number of accounts. */
        public Options(@Nullable QueryLimit limit, @Nullable RuModel model, boolean readsAllClientBytes) {
            this(limit, model, readsAllClientBytes, Accounts.MOST);
        }
    }

    /** No sessions yet; what they execute is settled into {@code table}, whose readers have it settled first. */
    public SessionRegistry(StatementTable table, Clock clock, Options options) {
        this.ticker = clock.ticker();
        this.accounting = clock.accounting();
        this.failures = clock.failures();
        this.limit = options.limit();
        this.model = options.model();
        this.lock = table.lock();
        this.accounts = new Accounts(table, options.mostAccounts(), this::sweep);
        this.ledger = new Ledger(table, accounts, accounting, options.readsAllClientBytes());
        this.sweep = new Sweep(accounts, ledger);
        table.onRead(this::settleAll);
    }

    /** Registers a new connection of {@code user} (empty where it is not known). */
    public Session open(String user) {
        return new Session(lastId.incrementAndGet(), user, this, limit);
    }

    Journals journals(Session session, long id) {
        Journals made = new Journals(session, id, dropped);
        sessions.put(id, made);
        return made;
    }

    /** Ends {@code session}, whose statements may go on; a second close does nothing. */
    public void close(Session session) {
        session.close();
        settle(session.journals);
        forgetIfOver(session.journals);
    }

    /** Settles what was executed after the end of its session. */
    void settleClosed(Journals ended) {
        sessions.put(ended.sessionId, ended); // until it is settled
        settle(ended);
        forgetIfOver(ended);
    }

    private void forgetIfOver(Journals ended) {
        if (ended.isIdle() && ended.isSettled()) {
            sessions.remove(ended.sessionId, ended);
        }
    }

    /**
     * Returns who sends what is executed from now on; to be kept by a connection until its user or schema changes.
     *
     * @param estimate null where request units are told, or off
     */
    public Spender spender(SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        return accounts.spender(schema, owner, estimate);
    }

    // ---- settling ----

    /** Settles a session's journals; waits for the lock. */
    void settle(Journals session) {
        StackRoom.touch(); // or a stack overflow would keep the lock
        if (!tryLock()) {
            lock.lock();
        }
        settleAndUnlock(session);
    }

    /** Who has the lock has it for a microsecond mostly: to look again costs less than to park. */
    @SuppressWarnings("ThreadPriorityCheck") // the holder may be preempted, so that others have to go on
    private boolean tryLock() {
        for (int i = 0; i < LOOKS; i++) {
            if (lock.tryLock()) {
                return true;
            }
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return false;
    }

    /** As {@link #settle}, unless somebody holds the lock. */
    void settleIfFree(Journals session) {
        StackRoom.touch();
        if (lock.tryLock()) {
            settleAndUnlock(session);
        }
    }

    private void settleAndUnlock(Journals session) {
        Throwable failure = null;
        int times = 0;
        try {
            ledger.settle(session);
            failure = ledger.takeFailure();
            times = ledger.takeFailures();
        } finally {
            lock.unlock();
        }
        for (int i = 0; failure != null && i < times; i++) {
            failures.caught(Place.SETTLE, failure);
        }
    }

    /** Settles all that was executed before this call. */
    public void settleAll() {
        for (Object gone = dropped.poll(); gone != null; gone = dropped.poll()) {
            ((Journals) gone).close();
        }
        for (Journals session : sessions.values()) {
            if (!session.isSettled()) {
                settle(session);
            }
            if (session.isClosed()) {
                forgetIfOver(session);
            }
        }
    }

    /** Settles all, and gives back what nobody uses any more: due each second. */
    public void tick() {
        try {
            settleAll();
            giveBackUnused();
        } catch (Throwable t) {
            failures.caught(Place.SETTLE, t);
        }
    }

    private void giveBackUnused() {
        for (Journals session : sessions.values()) {
            if (session.lanes().length > 1) {
                locked(session::trim);
            }
        }
    }

    /**
     * Closes the accounts that nobody has used since this was called last, so that they keep no rows and digests alive; due
     * each ten seconds.
     */
    public void sweepUnused() {
        settleAll();
        locked(this::releaseClosed);
        for (int part = 0; part < accounts.parts(); part++) {
            int each = part;
            locked(() -> sweep.closeUnused(each));
        }
        locked(sweep::end);
    }

    private void releaseClosed() {
        for (Journals session : sessions.values()) {
            ledger.settle(session);
        }
        sweep.release(sessions.values());
    }

    /** Makes room for accounts: the only work under the lock that is as long as there are accounts, in a flood of them. */
    private void sweep() {
        StackRoom.touch();
        locked(() -> {
            if (accounts.isFull()) {
                releaseClosed();
                for (int part = 0; part < accounts.parts(); part++) {
                    sweep.closeUnused(part);
                }
                sweep.closeLeastDear();
                sweep.end();
            }
        });
    }

    /** Adds what the request units of an execution of {@code session} were calculated from. */
    public void addRuTerms(Session session, Account account, RuTermSums terms) {
        StackRoom.touch();
        locked(() -> ledger.addRuTerms(session.journals, account, terms));
    }

    /** Offers {@code sql}, an execution of {@code session}, as the sample of its row. */
    public void sample(Session session, Account account, String sql, long elapsedNanos, long endNanos) {
        StackRoom.touch();
        locked(() -> ledger.sample(session.journals, account, sql, elapsedNanos, endNanos));
    }

    // ---- request units ----

    @Override
    public void setCollecting(boolean collecting) {
        accounting.setCollecting(collecting);
    }

    /** Returns whether request units of an execution that begins now are collected. */
    public boolean isCollecting() {
        return accounting.isCollecting();
    }

    @Override
    public boolean drain(long nowNanos, Drain how, IncrementSink sink) {
        settleAll();
        draining.lock();
        try {
            boolean runs = sample(nowNanos, how != Drain.FINISHED_ONLY);
            locked(ledger::startDrain);
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
        locked(() -> ledger.take(batch));
        return !batch.isEmpty();
    }

    private void give(IncrementSink sink) {
        int given = 0;
        try {
            for (; given < batch.size(); given++) {
                Account account = batch.account(given);
                RuTotals spent = batch.totals(given);
                sink.accept(
                        account.key(),
                        account.digest,
                        spent.ru(),
                        spent.execCount(),
                        spent.durationNanos(),
                        spent.unknownCount(),
                        spent.offCount());
            }
        } finally {
            int from = given;
            if (from < batch.size()) {
                locked(() -> ledger.giveBack(batch, from));
            }
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

    @Override
    public RuTotals endedWhileOff() {
        settleAll();
        lock.lock();
        try {
            return ledger.late();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long foldedKeys() {
        lock.lock();
        try {
            return sweep.folded();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what ended and is not drained yet, less what was drained of executions that run. */
    public RuTotals undrained() {
        settleAll();
        RuTotals totals = new RuTotals();
        locked(() -> {
            ledger.addUntaken(totals);
            for (Journals session : sessions.values()) {
                ledger.subtractSampled(session, totals);
            }
        });
        return totals;
    }

    // ---- memory ----

    /** Fills {@code node} with what the journals and accounts hold. */
    public void trace(MemoryTrace node) {
        long bytes = accounts.bytes();
        for (Journals session : sessions.values()) {
            bytes += session.bytes();
        }
        node.own(bytes);
    }

    /** Lets accounts keep at most so many bytes of digests alive from now on. */
    public void limitDigests(long bytes) {
        accounts.limitDigests(bytes);
    }

    /** Returns the bytes of digests that accounts refer to, others may too. */
    public long digestBytes() {
        return accounts.digestBytes();
    }

    /** Returns how many accounts are open. */
    public int accounts() {
        return accounts.size();
    }

    /** Returns what the driver's calls may allocate, null where there is no limit. */
    public @Nullable QueryLimit queryLimit() {
        return limit;
    }

    /** Returns how many sessions are open. */
    public int size() {
        return sessions.size();
    }

    /** Returns about how many statements of open sessions are not closed. */
    public long openStatements() {
        long open = 0;
        for (Journals journals : sessions.values()) {
            Session session = journals.get();
            open += session == null ? 0 : session.openStatements();
        }
        return open;
    }

    // ---- what runs ----

    /** Returns the statements that run now, the longest running first. */
    public List<RunningStatement> running() {
        long now = ticker.nanoTime();
        List<RunningStatement> result = new ArrayList<>();
        forEachRunning((session, journal, entry) -> {
            RunningStatement statement = read(session, journal, entry, now);
            if (statement != null) {
                result.add(statement);
            }
        });
        RuModel factors = model;
        if (factors != null) {
            result.replaceAll(statement -> statement.in(factors));
        }
        result.sort((a, b) -> Long.compare(b.elapsedNanos(), a.elapsedNanos()));
        return result;
    }

    private @Nullable RunningStatement read(Session session, Journal journal, long entry, long nowNanos) {
        long head = journal.word(entry, Entry.HEAD);
        long elapsed = Math.max(0, nowNanos - journal.word(entry, Entry.START));
        long thread = journal.word(entry, Entry.THREAD);
        long allocated = journal.word(entry, Entry.ALLOCATED);
        Account account = accounts.find(Entry.account(head));
        if (!journal.runs(entry) || Entry.kind(head) != Entry.EXECUTION || account.digest == null) {
            return null;
        }
        long bytes = limit == null ? -1 : limit.bytes(thread, allocated);
        String id = session.id() + "." + journal.lane + "." + entry;
        return new RunningStatement(
                id, account.spender.user(), account.digest(), elapsed, null, bytes < 0 ? null : bytes);
    }

    /** Takes what may run now. */
    interface RunningVisitor {
        void accept(Session session, Journal journal, long entry);
    }

    /** Gives {@code visitor} what may run now, calls that fetch too. */
    void forEachRunning(RunningVisitor visitor) {
        for (Journals journals : sessions.values()) {
            Session session = journals.get();
            if (session == null) {
                continue;
            }
            for (Journal journal : journals.lanes()) {
                long entry = journal.running();
                if (entry >= 0) {
                    visitor.accept(session, journal, entry);
                }
            }
        }
    }

    /**
     * Cancels the execution that {@link RunningStatement#id} names, if it still runs: never one after it.
     *
     * @return whether a cancel was sent
     * @throws Exception what the driver's cancel threw
     */
    public boolean cancel(String id) throws Exception {
        List<CancelInFlight> found = new ArrayList<>(1);
        forEachRunning((session, journal, entry) -> {
            if (id.equals(session.id() + "." + journal.lane + "." + entry)
                    && Entry.kind(journal.word(entry, Entry.HEAD)) == Entry.EXECUTION) {
                CancelInFlight cancel = journal.beginCancel(session, entry, null, CancelInFlight.USUAL_TIMEOUT_NANOS);
                if (cancel != null) {
                    found.add(cancel);
                }
            }
        });
        if (found.isEmpty() || !found.get(0).begin()) {
            return false;
        }
        try {
            found.get(0).send();
            return true;
        } finally {
            found.get(0).sent();
        }
    }
}
