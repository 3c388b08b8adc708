package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.digest.RecentTexts;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.OverLimit;
import dev.tollbooth.internal.journal.OwnFailures;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.latency.FailureKind;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.RuReading;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.spi.PlanReader;
import dev.tollbooth.statement.Sha256;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The single path of all executions of a connection: begin, the driver's call, end.
 *
 * <p>The driver's result and its exception object pass unchanged. A failure of accounting, even a virtual machine
 * error, is counted and never reaches the application. If the stack is exhausted, the failure is recorded with a field
 * write instead of a call.
 *
 * <p>Thread-safe: the state of an execution is on the stack and in its claimed journal.
 */
public final class StatementFunnel {

    // fields that each execution reads, in one cache line
    private final EntryRuState estimateState;
    /** The state of request units while an execution runs. */
    private final EntryRuState beginState;

    private final AccountingSwitch accounting;
    private final Ticker ticker;
    private final RecentTexts recent;
    private final AccountFinder accounts;
    public final Session session;
    /** The counter of the costs that the server reports; null until the first cost. */
    @Nullable
    ServerCosts costs;

    /** The explanation of executions by their plans; null without a plan source. */
    public final @Nullable Explaining explaining;

    public final DriverTraits traits;
    private final boolean warningsAreLocal;
    /** Whether executions over budget are refused. */
    private final boolean hasBudgets;

    private final boolean resultsAreBuffered;
    /** The least duration in nanoseconds of executions for listeners. */
    private final long listenedNanos;

    // fields that few executions read
    public final OwnFailures failures;
    public final ClientBytes clientBytes;
    private final SessionDialect digests;
    private final ExecutionListeners listeners;
    private final AccountingContext instruments;
    /** The connection's user, who applies unless a client user is set. */
    private final String connectionUser;

    public final Transactions transactions;
    /** The reader of costs that the server reports; null without a source. */
    public final @Nullable ServerCosts serverCosts;

    public StatementFunnel(
            AccountingContext instruments,
            ConnectionFacts facts,
            Connection connection,
            SessionDialect digests,
            @Nullable InternalRuReader costs,
            @Nullable PlanReader plans) {
        // loads the class now: without memory for it, the connection is not accounted, and no later statement fails
        Objects.requireNonNull(CallKind.QUERY);
        this.instruments = instruments;
        this.accounting = instruments.accounting();
        this.ticker = instruments.ticker();
        this.digests = digests;
        this.recent = digests.recent();
        this.traits = facts.traits();
        this.warningsAreLocal = traits.warningsAreLocal;
        this.resultsAreBuffered = traits.resultsAreBuffered;
        this.clientBytes = instruments.costs().clientBytes();
        String serversName = costs == null ? "" : costs.user();
        this.connectionUser = serversName.isEmpty() ? facts.user() : serversName;
        this.session = instruments.sessions().open(connectionUser);
        this.failures = session.failures;
        this.accounts = new AccountFinder(instruments, session, facts);
        this.hasBudgets = accounts.budgets != null;
        this.estimateState = accounts.estimateState();
        this.serverCosts = costs == null
                ? null
                : new ServerCosts(instruments, costs, connection, accounts, session, told -> this.costs = told);
        if (serverCosts != null) {
            serverCosts.wake();
        }
        this.beginState = costs == null ? estimateState : EntryRuState.REPORTED;
        this.explaining = plans == null ? null : new Explaining(instruments, session, accounts.keyspace, plans);
        this.listeners = new ExecutionListeners(instruments, session, accounts, explaining);
        this.listenedNanos = explaining == null ? listeners.leastNanos : Long.MIN_VALUE;
        this.transactions = new Transactions(instruments, failures, session, listeners, serverCosts, explaining);
    }

    public boolean isOf(AccountingContext other) {
        return instruments == other;
    }

    /** Handles a new prepared statement, which records its parameters if its first execution needs them. */
    public void prepared(AccountedStatement statement) {
        if (explaining != null) {
            explaining.prepared(statement);
        }
        if (accounting.isObserved() && listeners.hashesParameters()) {
            statement.parameterHash();
        }
    }

    public long nanoTime() {
        return Ticker.read(ticker);
    }

    /** Sets the schema of later statements. */
    public void schemaChanged(@Nullable String name) {
        accounts.schemaChanged(name);
    }

    /** Sets the user of later executions; null or empty restores the connection's user. */
    public void clientUserChanged(@Nullable String name) {
        accounts.userChanged(name == null || name.isEmpty() ? connectionUser : NameLimit.cut(name));
    }

    public void closed() {
        failures.settle();
        if (serverCosts != null) {
            serverCosts.closed();
        }
        instruments.sessions().close(session);
    }

    public TextDigest digest(@Nullable String sql) {
        TextDigest known = sql == null ? null : recent.get(sql);
        return known == null ? digests.apply(sql == null ? "" : sql) : known;
    }

    /** Executes a method that returns a count, or a flag as {@link CallKind#count} does. */
    public long count(AccountedStatement target, CallKind kind, String sql, @Nullable Object keys) throws SQLException {
        if (hasBudgets) {
            accounts.refuseOverBudget(failures);
        }
        Account account = null;
        Journal journal = null;
        try {
            account = account(target, kind, sql);
            journal = account == null ? null : begin(target, account);
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            failures.uncounted++;
        }
        if (account == null || journal == null) {
            return kind.count(target.driverStatement(), sql, keys);
        }
        long entry = journal.entry();
        long result;
        try {
            result = kind.count(target.driverStatement(), sql, keys);
        } catch (Throwable failure) {
            try {
                failed(target, account, journal, sql, failure);
            } catch (RuntimeException | VirtualMachineError | LinkageError t) {
                failures.uncounted++;
                journal.unended = entry;
            }
            throw failure;
        }
        try {
            end(target, account, journal, sql, OutcomeReader.affected(result), null, null);
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            failures.uncounted++;
            journal.unended = entry;
        }
        return result;
    }

    /** Executes a method that returns a result set or the counts of a batch. */
    public @Nullable Object object(AccountedStatement target, CallKind kind, String sql) throws SQLException {
        if (hasBudgets) {
            accounts.refuseOverBudget(failures);
        }
        Account account = null;
        Journal journal = null;
        try {
            account = account(target, kind, sql);
            journal = account == null ? null : begin(target, account);
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            failures.uncounted++;
        }
        if (account == null || journal == null) {
            return kind.object(target.driverStatement(), sql);
        }
        long entry = journal.entry();
        Object result;
        try {
            result = kind.object(target.driverStatement(), sql);
        } catch (Throwable failure) {
            try {
                failed(target, account, journal, sql, failure);
            } catch (RuntimeException | VirtualMachineError | LinkageError t) {
                failures.uncounted++;
                journal.unended = entry;
            }
            throw failure;
        }
        try {
            end(target, account, journal, sql, OutcomeReader.affected(result), result, null);
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            failures.uncounted++;
            journal.unended = entry;
        }
        return result;
    }

    /** Returns the account of the execution that begins now, null if it is not accounted. */
    private @Nullable Account account(AccountedStatement statement, CallKind method, String sql) {
        try {
            // the driver closes the result sets of the last execution
            statement.endFetches();
            statement.endCost();
            TextDigest digest = accounting.isOn() ? statement.digest(method, sql) : null;
            if (digest == null) {
                return null;
            }
            Sha256 plan = explaining == null ? Sha256.NONE : explaining.plan(statement, digest);
            Account last = statement.account;
            if (last == null && digest.account instanceof Account hint) {
                last = hint;
            }
            ServerCosts told = costs;
            if (told != null) {
                return told.begin(digest, plan, last);
            }
            if (last != null && !accounting.hasThreadUsers() && last.isOf(digest, session.spender(), plan)) {
                return last; // mostly, and without a look at the finder
            }
            return accounts.estimated(digest, plan, last);
        } catch (Throwable t) {
            caught(Place.BEGIN, t, null, 0);
            return null;
        }
    }

    /** Shows an execution as running; returns the claimed journal, null if the execution is not accounted. */
    private @Nullable Journal begin(AccountedStatement statement, Account account) {
        Journal claimed = null;
        long entry = 0;
        try {
            boolean collected = accounting.isCollecting();
            statement.collected = collected;
            claimed = session.claim(statement);
            entry = claimed.entry();
            int origin = accounting.hasOrigins() ? accounts.origin(account) : OriginNames.NONE;
            statement.origin = origin; // not read again, because another thread may execute the statement too
            claimed.setEvent(StatementEvents.begin());
            boolean measured = account.readingDue();
            if (measured) {
                clientBytes.begin(claimed);
            }
            session.begin(claimed, account, beginState.flags(collected), origin, measured, Ticker.read(ticker));
            return claimed;
        } catch (Throwable t) {
            caught(Place.BEGIN, t, claimed, entry);
            return null;
        }
    }

    /** Counts a failure of accounting, and gives up the journal {@code claimed} if that is not null. */
    private void caught(Place place, Throwable failure, @Nullable Journal claimed, long entry) {
        try {
            failures.caught(place, failure, claimed, entry);
        } catch (VirtualMachineError | LinkageError more) {
            failures.uncounted++;
            if (claimed != null) {
                claimed.unended = entry;
            }
        }
    }

    /**
     * Ends an execution that has failed.
     *
     * @throws SQLException the exception that replaces {@code failure}
     */
    private void failed(AccountedStatement statement, Account account, Journal journal, String sql, Throwable failure)
            throws SQLException {
        OverLimit over = end(statement, account, journal, sql, 0, null, failure);
        SQLException told = null;
        try {
            told = CancelledQuery.ofLimit(over, session, account, failure);
        } catch (Throwable t) {
            caught(Place.END, t, null, 0);
        }
        if (told != null) {
            throw told;
        }
    }

    /**
     * Ends an execution. The driver's work is done, so a failure here must not hide its result.
     *
     * @param result the driver's result, null for a count or a flag
     * @return the exceeded limit, null if no cancel for a limit was sent
     */
    private @Nullable OverLimit end(
            AccountedStatement statement,
            Account begun,
            Journal journal,
            String sql,
            long affected,
            @Nullable Object result,
            @Nullable Throwable failure) {
        OverLimit over = null;
        long entry = journal.entry();
        try {
            long end = Ticker.read(ticker);
            long nanos = end - journal.startNanos();
            long rows = OutcomeReader.rows(statement.driverStatement(), traits, affected, failure);
            long bytes = journal.isMeasured() ? clientBytes.end(journal) : ClientBytes.NOT_READ;
            FailureKind error = accounts.failureKind(failure);
            Journal.Event event = journal.event();
            journal.setEnded(nanos, rows);
            SQLWarning warnings = warningsAreLocal ? OutcomeReader.warnings(statement.driverStatement()) : null;
            RuReading cost = RuReading.NOTHING;
            Account account = begun;
            ServerCosts told = warnings == null ? costs : serverCosts;
            // first, because a cancel may not hit what reads the cost
            over = told == null && failure == null ? null : session.stop(journal);
            if (told == null) {
                session.end(journal, estimateState, error.number(), OutcomeReader.visible(warnings, null));
            } else {
                cost = told.read(statement, journal, begun, warnings, result, affected, failure);
                account = told.end(statement, journal, begun, cost, error.number(), warnings);
            }
            statement.ended(account, rows, bytes, affected, resultsAreBuffered);
            if (nanos >= listenedNanos || event != null || accounting.isWatched()) {
                listeners.ended(statement, account, cost, sql, end, nanos, rows, affected, error, event);
            }
        } catch (Throwable t) {
            caught(Place.END, t, journal, entry);
        }
        return over;
    }

    /**
     * Counts the rows and bytes read from a result of {@code statement} since the last call.
     *
     * @param account the account of the execution that opened the result
     * @param closedEarly whether the result set was closed before its end
     */
    public void read(AccountedStatement statement, Account account, long rows, long bytes, boolean closedEarly) {
        long buffered = statement.buffered == 0 ? 0 : statement.beyondGetters(bytes);
        if (!accounting.isOn()) {
            statement.fetches = null;
            return;
        }
        Journal claimed = null;
        long entry = 0;
        try {
            EntryRuState state = costs == null ? estimateState : costs.stateOfRows(statement);
            claimed = session.claim();
            entry = claimed.entry();
            claimed.setRead(rows, bytes, buffered, closedEarly);
            Fetches fetches = statement.fetches;
            long fetchNanos = fetches == null ? 0 : fetches.moveTo(claimed, statement, account, closedEarly);
            session.endRead(claimed, account, state.flags(statement.collected), statement.origin);
            if (fetchNanos >= listenedNanos) {
                listeners.read(account, rows, fetchNanos);
            }
        } catch (Throwable t) {
            caught(Place.FETCH, t, claimed, entry);
        }
    }

    /** Counts rows affected by a later result; below 0 if they are unknown. */
    void affectedLater(@Nullable Account account, long rows) {
        if (account != null && rows != 0 && accounting.isOn()) {
            session.rowsAffected(account, rows);
        }
    }
}
