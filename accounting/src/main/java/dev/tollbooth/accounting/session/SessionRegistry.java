package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.control.AccountingSwitch;
import dev.tollbooth.accounting.memory.MemoryTrace;
import dev.tollbooth.accounting.memory.ObjectLayout;
import dev.tollbooth.accounting.ru.IncrementSink;
import dev.tollbooth.accounting.ru.IncrementSource;
import dev.tollbooth.accounting.ru.RuKey;
import dev.tollbooth.accounting.ru.RuModel;
import dev.tollbooth.accounting.ru.RuTotals;
import dev.tollbooth.accounting.statement.Tallies;
import dev.tollbooth.accounting.time.Ticker;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The open sessions of one instance, and through them every statement that runs now.
 *
 * <p>Thread-safe. Sessions are held weakly: a connection that was leaked without a close is forgotten with it.
 */
public final class SessionRegistry implements IncrementSource {

    private static final int KEYS_PER_SESSION = 64;
    private static final int MAX_CELLS = 65_536;

    private final Ticker ticker;
    private final AtomicLong lastId = new AtomicLong();
    private final ConcurrentHashMap<Long, SessionCells> sessions = new ConcurrentHashMap<>();
    private final ReferenceQueue<Session> leaked = new ReferenceQueue<>();
    private final AccountingSwitch accounting;
    private final CellBudget budget;
    private final @Nullable QueryLimit limit;
    private final @Nullable RuModel model;
    private final CellReadings readings = new CellReadings(); // guarded by itself
    /** Null where statements add to their cells at once. */
    private final @Nullable Tallies tallies;

    /** No sessions yet; {@code ticker} is the clock that executions begin by. */
    public SessionRegistry(Ticker ticker) {
        this(ticker, null);
    }

    /** As above; the driver's calls of its sessions may allocate as much as {@code limit} says. */
    public SessionRegistry(Ticker ticker, @Nullable QueryLimit limit) {
        this(ticker, limit, null);
    }

    /**
     * As above.
     *
     * @param limit what the driver's calls of its sessions may allocate, null where that is not limited
     * @param model what a statement that runs costs so far, null where request units are off
     */
    public SessionRegistry(Ticker ticker, @Nullable QueryLimit limit, @Nullable RuModel model) {
        this(ticker, limit, model, null);
    }

    /** As above; {@code tallies} of its sessions' statements are drawn before cells are read. */
    public SessionRegistry(
            Ticker ticker, @Nullable QueryLimit limit, @Nullable RuModel model, @Nullable Tallies tallies) {
        this(ticker, new AccountingSwitch(), limit, model, tallies);
    }

    /** As above; {@code accounting} says whether request units are collected. */
    public SessionRegistry(
            Ticker ticker,
            AccountingSwitch accounting,
            @Nullable QueryLimit limit,
            @Nullable RuModel model,
            @Nullable Tallies tallies) {
        this(ticker, accounting, KEYS_PER_SESSION, MAX_CELLS, limit, model, tallies);
    }

    /** As above; a session has at most that many new keys between two ticks, and all have at most that many cells. */
    SessionRegistry(Ticker ticker, int keysPerSession, int maxCells) {
        this(ticker, new AccountingSwitch(), keysPerSession, maxCells, null, null, null);
    }

    private SessionRegistry(
            Ticker ticker,
            AccountingSwitch accounting,
            int keysPerSession,
            int maxCells,
            @Nullable QueryLimit limit,
            @Nullable RuModel model,
            @Nullable Tallies tallies) {
        this.tallies = tallies;
        this.limit = limit;
        this.model = model;
        this.ticker = ticker;
        this.accounting = accounting;
        this.budget = new CellBudget(accounting, keysPerSession, maxCells);
    }

    private void drawTallies() {
        if (tallies != null) {
            tallies.draw();
        }
    }

    /** Registers a new connection of {@code user} (empty where it is not known). */
    public Session open(String user) {
        forgetLeaked();
        Session session = new Session(lastId.incrementAndGet(), user, leaked, budget, limit);
        sessions.put(session.id(), session.cells());
        return session;
    }

    private void forgetLeaked() {
        for (Object gone = leaked.poll(); gone != null; gone = leaked.poll()) {
            forget(((SessionCells) gone).sessionId);
        }
    }

    private void forget(long id) {
        SessionCells cells = sessions.remove(id);
        if (cells != null) {
            cells.close();
        }
    }

    /** Forgets {@code session}; a second close does nothing. */
    public void close(Session session) {
        forget(session.id());
    }

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
        forgetLeaked();
        drawTallies();
        boolean left = false;
        synchronized (readings) {
            // a session that is closed meanwhile is met twice, which gives nothing the second time
            for (SessionCells cells : sessions.values()) {
                left |= !cells.drain(nowNanos, how, readings, sink);
            }
            for (Iterator<SessionCells> closed = budget.closed().iterator(); closed.hasNext(); ) {
                if (closed.next().drain(nowNanos, how, readings, sink)) {
                    closed.remove();
                } else {
                    left = true;
                }
            }
        }
        return left;
    }

    @Override
    public RuTotals endedWhileOff() {
        drawTallies();
        CellTotals totals = new CellTotals();
        budget.late().copyInto(totals);
        RuTotals result = new RuTotals();
        result.add(totals.ru, totals.execCount, totals.durationNanos, totals.unknownCount, totals.offCount);
        return result;
    }

    /** Returns what ended and is not drained yet, less what was drained of executions that run. */
    public RuTotals undrained() {
        RuTotals totals = new RuTotals();
        drawTallies();
        synchronized (readings) {
            sessions.values().forEach(cells -> cells.undrained(totals));
            new HashSet<>(budget.closed()).forEach(cells -> cells.undrained(totals));
        }
        return totals;
    }

    /** Fills {@code node} with what the sessions hold of request units that are to be drained. */
    public void trace(MemoryTrace node) {
        ObjectLayout layout = ObjectLayout.USUAL;
        // a cell with its key and its place in a map
        long bytes = layout.shallow(RuCell.class)
                + layout.shallow(CellTotals.class)
                + layout.shallow(CellKey.class)
                + layout.shallow(RuKey.class)
                + layout.mapNode()
                + layout.references(2);
        node.own(budget.cells() * bytes + (tallies == null ? 0 : tallies.bytes()));
    }

    /**
     * Lets cells refer to at most so many bytes of digests from now on: what is executed beyond that counts as the
     * user's others until the next tick.
     */
    public void limitDigests(long bytes) {
        budget.limitDigests(bytes);
    }

    /** Returns the bytes of digests that cells refer to, others may too. */
    public long digestBytes() {
        return budget.digestBytes();
    }

    /** Returns how many keys the sessions hold to be drained. */
    public int cells() {
        return budget.cells();
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
        for (SessionCells cells : sessions.values()) {
            Session session = cells.get();
            open += session == null ? 0 : session.openStatements();
        }
        return open;
    }

    /** Returns the statements that run now, the longest running first. */
    public List<RunningStatement> running() {
        long now = ticker.nanoTime();
        List<RunningStatement> result = new ArrayList<>();
        for (SessionCells cells : sessions.values()) {
            Session session = cells.get();
            if (session != null) {
                session.read(now, result);
            }
        }
        RuModel factors = model;
        if (factors != null) {
            result.replaceAll(statement -> statement.in(factors));
        }
        result.sort((a, b) -> Long.compare(b.elapsedNanos(), a.elapsedNanos()));
        return result;
    }

    /** Gives {@code visitor} what may run now. */
    void forEachExecution(Consumer<Execution> visitor) {
        for (SessionCells cells : sessions.values()) {
            Session session = cells.get();
            if (session != null) {
                session.forEachExecution(visitor);
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
        Session session = session(id);
        return session != null && session.cancel(id);
    }

    private @Nullable Session session(String id) {
        int dot = id.indexOf('.');
        try {
            SessionCells cells = dot < 0 ? null : sessions.get(Long.valueOf(id.substring(0, dot)));
            return cells == null ? null : cells.get();
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
