package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.IncrementSink;
import dev.tollbooth.internal.cost.IncrementSource;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTermSums;
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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one instance: what runs on them now, and what they have executed, which a {@link Settler} adds to the statement
 * table and gives the tick.
 *
 * <p>Thread-safe. Sessions are held weakly: a connection that was dropped without a close is forgotten with it, once its
 * journals are settled. The table's lock is held for one session at a time.
 */
public final class SessionRegistry implements IncrementSource, OriginScope.Repeats {

    /** Running statements with a node of their own in the memory trace. */
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

    /** No sessions yet, settled into a table of their own; {@code ticker} is the clock that executions begin by. */
    public SessionRegistry(Ticker ticker) {
        this(ticker, null, null);
    }

    /** As above; {@code limit} says what the driver's calls may allocate, {@code model} what costs while it runs. */
    public SessionRegistry(Ticker ticker, @Nullable QueryLimit limit, @Nullable RuModel model) {
        this(
                new StatementTable(StatementTableOptions.DEFAULT, ticker, WallClock.anchoredNow(ticker)),
                new Clock(ticker, new AccountingSwitch(), new Failures(ticker)),
                new Options(limit, model, Accounts.MOST, false));
    }

    /**
     * The clocks and counters that sessions are measured with.
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
     * @param mostAccounts so many accounts are open before the cheapest ones are closed
     * @param byOrigin whether request units are told by origin too
     */
    public record Options(
            @Nullable QueryLimit limit, @Nullable RuModel model, int mostAccounts, boolean byOrigin) {

        /** The usual number of accounts, without origins. */
        public Options(@Nullable QueryLimit limit, @Nullable RuModel model) {
            this(limit, model, false);
        }

        /** The usual number of accounts. */
        public Options(@Nullable QueryLimit limit, @Nullable RuModel model, boolean byOrigin) {
            this(limit, model, Accounts.MOST, byOrigin);
        }
    }

    /** No sessions yet; what they execute is settled into {@code table}, whose readers have it settled first. */
    public SessionRegistry(StatementTable table, Clock clock, Options options) {
        this.ticker = clock.ticker();
        this.accounting = clock.accounting();
        this.limit = options.limit();
        this.model = options.model();
        this.originNames = table.originNames();
        this.byOrigin = options.byOrigin();
        this.settler = new Settler(table, clock, options);
    }

    /** Registers a new connection of {@code user} (empty where it is not known). */
    public Session open(String user) {
        return new Session(lastId.incrementAndGet(), user, settler, limit);
    }

    /** Ends {@code session}, whose statements may go on; a second close does nothing. */
    public void close(Session session) {
        session.close();
        settler.end(session.journals);
    }

    /**
     * Returns who sends what is executed from now on; to be kept by a connection until its user or schema changes.
     *
     * @param estimate null where request units are told, or off
     */
    public Spender spender(SchemaStatements schema, RuOwner owner, @Nullable Estimate estimate) {
        return settler.accounts.spender(schema, owner, estimate);
    }

    @Override
    public void setCollecting(boolean collecting) {
        accounting.setCollecting(collecting);
    }

    /** Returns whether request units of an execution that begins now are collected. */
    public boolean isCollecting() {
        return accounting.isCollecting();
    }

    /** Settles all that was executed before this call. */
    public void settleAll() {
        settler.settleAll();
    }

    /** Settles all, gives back what nobody uses any more, and makes room for accounts: due each second. */
    public void tick() {
        settler.tick();
    }

    /** Closes the accounts that nobody has used since this was called last; due each ten seconds. */
    public void sweepUnused() {
        settler.sweepUnused();
    }

    /** Adds what the request units of an execution of {@code session} were calculated from. */
    public void addRuTerms(Session session, Account account, RuTermSums terms) {
        settler.addRuTerms(session, account, terms);
    }

    /** Offers {@code sql}, an execution of {@code session}, as the sample of its row. */
    public void sample(Session session, Account account, String sql, long elapsedNanos, long endNanos) {
        settler.sample(session, account, sql, elapsedNanos, endNanos);
    }

    @Override
    public boolean drain(long nowNanos, Drain how, IncrementSink sink) {
        return settler.drain(nowNanos, how, sink);
    }

    @Override
    public int keptKeys() {
        return isCollecting() ? accounts() : 0;
    }

    @Override
    public RuTotals endedWhileOff() {
        return settler.endedWhileOff();
    }

    @Override
    public long foldedKeys() {
        return settler.foldedKeys();
    }

    /** Returns what ended and is not drained yet, less what was drained of executions that run. */
    public RuTotals undrained() {
        return settler.undrained();
    }

    /** Fills {@code node} with what the journals and accounts hold. */
    public void trace(MemoryTrace node) {
        long bytes =
                settler.accounts.bytes() + keptKeys() * Accounts.Sizes.KEY + (byOrigin ? settler.originBytes() : 0);
        for (Journals session : settler.sessions.values()) {
            bytes += session.bytes();
        }
        node.own(bytes);
    }

    /**
     * Fills {@code node} with a child for each statement that runs and whose client bytes are known, the {@value #MOST_TRACED}
     * largest; the others together are one more.
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

    /** Lets full rings grow to so many bytes together from now on, beyond the places that each may have. */
    public void limitRings(long bytes) {
        settler.mostWideBytes = Math.min(bytes, Settler.MOST_WIDE_BYTES);
    }

    /** Lets accounts keep at most so many bytes of digests alive from now on. */
    public void limitDigests(long bytes) {
        settler.accounts.limitDigests(bytes);
    }

    /** Returns the bytes of digests that accounts refer to, others may too. */
    public long digestBytes() {
        return settler.accounts.digestBytes();
    }

    /** Returns how many accounts are open. */
    public int accounts() {
        return settler.accounts.size();
    }

    /** Returns what the driver's calls may allocate, null where there is no limit. */
    public @Nullable QueryLimit queryLimit() {
        return limit;
    }

    /** Returns how many sessions are open. */
    public int size() {
        return settler.sessions.size();
    }

    /** Returns about how many statements of open sessions are not closed. */
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
        if (account != Accounts.UNNUMBERED) { // which is not one statement's
            settler.addScope(account, origin, times);
        }
    }

    /** Returns the statements that run now, the longest running first. */
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
        if (!journal.runs(entry) || Entry.kind(head) != Entry.EXECUTION || account.digest == null) {
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

    /** Takes what may run now. */
    interface RunningVisitor {
        void accept(Session session, Journal journal, long entry);
    }

    /** Gives {@code visitor} what may run now, calls that fetch too. */
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
     * Cancels the execution that {@link RunningStatement#id} names, if it still runs; returns whether a cancel was sent.
     *
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
