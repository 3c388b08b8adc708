package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.IncrementSink;
import dev.tollbooth.internal.cost.IncrementSource;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.origin.OriginScope;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.RunningStatement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one instance, with their running statements. {@link Settler} applies their executions to the
 * statement table; {@link #drain} gives their request units to the tick.
 *
 * <p>Thread-safe. Sessions are held weakly: a connection that was dropped without a close is forgotten once its
 * journals are applied. The table's lock is held for one session at a time.
 */
public final class SessionRegistry implements IncrementSource, OriginScope.Repeats {

    /** The most running statements with nodes of their own in the memory trace. */
    private static final int MOST_TRACED = 100;

    private static final int SHORT_DIGEST = 8;

    private final Ticker ticker;
    private final AccountingSwitch accounting;
    private final @Nullable QueryLimit limit;
    private final @Nullable RuModel model;
    private final AtomicLong lastId = new AtomicLong();
    private final OriginNames originNames;
    private final boolean byOrigin;
    private final Settler settler;
    private final ReentrantLock draining = new ReentrantLock();
    private final IncrementBatch batch = new IncrementBatch(); // guarded by draining

    /** Makes a registry with a table of its own; {@code ticker} times executions. */
    public SessionRegistry(Ticker ticker) {
        this(
                new StatementTable(StatementTableOptions.DEFAULT, ticker, WallClock.anchoredNow(ticker)),
                new Clock(ticker, new AccountingSwitch(), new Failures(ticker)),
                new Options(null, null, false));
    }

    /**
     * The clock, the switch and the failure counter of a registry.
     *
     * @param ticker times executions
     * @param accounting whether request units are collected
     * @param failures counts failures of applying
     */
    public record Clock(Ticker ticker, AccountingSwitch accounting, Failures failures) {}

    /**
     * The options of accounting.
     *
     * @param limit the bytes that calls may allocate, null if unlimited
     * @param model the cost of running statements, null if request units are off
     * @param mostAccounts the number of open accounts above which the cheapest are closed
     * @param byOrigin whether request units are counted by origin
     */
    public record Options(
            @Nullable QueryLimit limit, @Nullable RuModel model, int mostAccounts, boolean byOrigin) {

        /** Makes options with the default number of accounts. */
        public Options(@Nullable QueryLimit limit, @Nullable RuModel model, boolean byOrigin) {
            this(limit, model, Accounts.MOST, byOrigin);
        }
    }

    /** Makes a registry that applies executions to {@code table}. A read of the table applies them first. */
    public SessionRegistry(StatementTable table, Clock clock, Options options) {
        this.ticker = clock.ticker();
        this.accounting = clock.accounting();
        this.limit = options.limit();
        this.model = options.model();
        this.originNames = table.originNames();
        this.byOrigin = options.byOrigin();
        this.settler = new Settler(table, clock, options);
    }

    /** Opens and returns a session for a new connection of {@code user}, empty if unknown. */
    public Session open(String user) {
        return new Session(lastId.incrementAndGet(), user, settler, limit);
    }

    /** Closes {@code session}, whose statements may continue; a second close does nothing. */
    public void close(Session session) {
        session.close();
        settler.end(session.journals);
    }

    /**
     * Returns the spender with this schema, owner and estimate. A connection keeps the spender until the connection's
     * user or schema changes.
     *
     * @param estimate the estimate; null if request units are reported or off
     */
    public Spender spender(SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        return settler.accounts.spender(schema, owner, estimate);
    }

    @Override
    public void setCollecting(boolean collecting) {
        accounting.setCollecting(collecting);
    }

    /** Returns whether the request units of an execution that begins now are collected. */
    public boolean isCollecting() {
        return accounting.isCollecting();
    }

    /** Applies all executions that ended before this call. */
    public void settleAll() {
        settler.settleAll();
    }

    /** Applies all entries, frees unused memory, and makes room for accounts: due each second. */
    public void tick() {
        settler.tick();
    }

    /** Closes accounts that were not used since the last call; due every ten seconds. */
    public void sweepUnused() {
        settler.sweepUnused();
    }

    @Override
    public boolean drain(long nowNanos, Drain how, IncrementSink sink) {
        settleAll();
        draining.lock();
        try {
            boolean runs = sample(nowNanos, how != Drain.FINISHED_ONLY);
            settler.locked(settler.undrained::startDrain);
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
        for (Journals session : settler.sessions.values()) {
            runs |= settler.locked(() -> settler.ledger.sample(session, nowNanos, takes));
        }
        return runs;
    }

    private boolean take() {
        batch.clear();
        return settler.locked(() -> settler.undrained.take(batch));
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
                settler.locked(() -> settler.undrained.giveBack(batch, from));
            }
        }
    }

    @Override
    public int keptKeys() {
        return isCollecting() ? accounts() : 0;
    }

    @Override
    public Map<String, RuTotals> endedWhileOff() {
        settleAll();
        return settler.locked(settler.ledger::late);
    }

    @Override
    public long foldedKeys() {
        return settler.locked(() -> settler.undrained.folded);
    }

    /** Returns the request units not drained yet, minus drained units of running executions. */
    public RuTotals undrained() {
        settleAll();
        RuTotals totals = new RuTotals();
        settler.locked(() -> {
            settler.undrained.addTo(totals);
            for (Journals session : settler.sessions.values()) {
                settler.ledger.subtractSampled(session, totals);
            }
        });
        return totals;
    }

    /** Fills {@code node} with the memory of journals and accounts. */
    public void trace(MemoryTrace node) {
        long bytes = settler.accounts.bytes()
                + keptKeys() * Accounts.Sizes.KEY
                + (byOrigin ? settler.locked(() -> settler.undrained.originBytes) : 0);
        for (Journals session : settler.sessions.values()) {
            bytes += session.bytes();
        }
        node.own(bytes);
    }

    /**
     * Fills {@code node} with the largest {@value #MOST_TRACED} running statements whose client bytes are known. One
     * more child has the rest.
     */
    public void traceRunning(MemoryTrace node) {
        List<RunningStatement> known = new ArrayList<>(list());
        known.removeIf(statement -> statement.clientBytes() == null);
        known.sort(Comparator.comparingLong(SessionRegistry::clientBytes).reversed());
        for (int i = 0; i < known.size(); i++) {
            RunningStatement statement = known.get(i);
            String hex = statement.digest().hex();
            String name = hex.substring(0, Math.min(hex.length(), SHORT_DIGEST)) + " " + statement.id();
            node.child(i < MOST_TRACED ? name : "others").own(clientBytes(statement));
        }
    }

    private static long clientBytes(RunningStatement statement) {
        Long bytes = statement.clientBytes();
        return bytes == null ? 0 : bytes;
    }

    /** Sets the total bytes to which full rings may grow beyond their usual size. */
    public void limitRings(long bytes) {
        settler.mostWideBytes = Math.min(bytes, Settler.MOST_WIDE_BYTES);
    }

    /** Limits the bytes of digests that accounts keep alive. */
    public void limitDigests(long bytes) {
        settler.accounts.limitDigests(bytes);
    }

    /** Returns the bytes of digests that accounts refer to, shared ones included. */
    public long digestBytes() {
        return settler.accounts.digestBytes();
    }

    /** Returns the number of open accounts. */
    public int accounts() {
        return settler.accounts.size();
    }

    /** Returns the limit of calls, null if there is none. */
    public @Nullable QueryLimit queryLimit() {
        return limit;
    }

    /** Returns the number of sessions that are open or have unapplied entries. */
    public int size() {
        return settler.sessions.size();
    }

    /** Returns the approximate number of open statements in open sessions. */
    public long openStatements() {
        long open = 0;
        for (Journals journals : settler.sessions.values()) {
            Session session = journals.get();
            open += session == null ? 0 : session.openStatements();
        }
        return open;
    }

    @Override
    public void repeated(int account, int origin, int times) {
        if (account != Accounts.UNNUMBERED) { // an account of many statements
            settler.addScope(account, origin, times);
        }
    }

    /** Returns the running statements, the longest running first. */
    public List<RunningStatement> list() {
        long now = ticker.nanoTime();
        List<RunningStatement> result = new ArrayList<>();
        forEachRunning((session, journal, entry) -> {
            RunningStatement statement = read(session, journal, entry, now);
            if (statement != null) {
                result.add(statement);
            }
        });
        result.sort((a, b) -> Long.compare(b.elapsedNanos(), a.elapsedNanos()));
        return result;
    }

    private @Nullable RunningStatement read(Session session, Journal journal, long entry, long nowNanos) {
        long head = journal.word(entry, Entry.HEAD);
        long elapsed = Math.max(0, nowNanos - journal.word(entry, Entry.START));
        long thread = journal.word(entry, Entry.THREAD);
        long allocated = journal.word(entry, Entry.ALLOCATED);
        Account account = settler.accounts.named(journal, entry, head);
        if (!journal.runs(entry) || !Entry.isExecution(head) || account.digest == null) {
            return null;
        }
        long bytes = limit == null ? -1 : limit.bytes(thread, allocated);
        String id = session.id() + "." + journal.lane + "." + entry;
        TextDigest digest = account.digest();
        RuModel factors = model;
        Double ru = factors == null ? null : factors.perStatement(digest.kind()) + elapsed * factors.perNano();
        String origin = originNames.name(Entry.origin(head));
        return new RunningStatement(
                id,
                account.spender.user(),
                origin == null ? "" : origin,
                digest,
                elapsed,
                ru,
                bytes < 0 ? null : bytes);
    }

    /** A visitor of entries that may be running. */
    interface RunningVisitor {
        void accept(Session session, Journal journal, long entry);
    }

    /** Passes {@code visitor} all entries that may be running, fetches included. */
    void forEachRunning(RunningVisitor visitor) {
        for (Journals journals : settler.sessions.values()) {
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
     * Cancels the execution with this {@link RunningStatement#id}, if it still runs; returns whether a cancel was sent.
     *
     * @throws Exception if the driver's cancel throws
     */
    public boolean cancel(String id) throws Exception {
        List<CancelInFlight> found = new ArrayList<>(1);
        forEachRunning((session, journal, entry) -> {
            if (id.equals(session.id() + "." + journal.lane + "." + entry)
                    && Entry.isExecution(journal.word(entry, Entry.HEAD))) {
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
            return found.get(0).send();
        } finally {
            found.get(0).sent();
        }
    }
}
