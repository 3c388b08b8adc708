package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.OwnFailures;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.internal.latency.FailureKind;
import dev.tollbooth.internal.latency.FailureKinds;
import dev.tollbooth.internal.origin.CurrentOrigin;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.origin.OriginScope;
import dev.tollbooth.internal.ru.RuReading;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.statement.Sha256;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A finder of the account of a connection's executions: by schema, user, statement, plan and source of request units.
 *
 * <p>Thread-safe. The last spenders are cached, so look-ups are rare; a lost race only repeats a look-up.
 */
public final class AccountFinder {

    /** PostgreSQL's SQLState for an exceeded limit of the configuration. */
    private static final String BUDGET_SPENT = "53400";

    private final AccountingSwitch accounting;
    /** The budgets; null unless they are enforced. */
    final @Nullable Budgets budgets;

    private final Ticker ticker;
    private final CurrentUser users;
    private final CurrentOrigin origins;
    private final SessionRegistry sessions;
    private final StatementTable table;
    private final Session session;
    final String keyspace;
    private final @Nullable Estimate estimate;

    /** A counter of the executions that ask for their call site, written without synchronization. */
    private int turn;

    private volatile SchemaStatements schema;
    /** The last looked-up spender for executions whose request units are estimated or off. */
    private volatile Spender estimated;
    /** The spender for executions whose cost the server reports. */
    private volatile Spender told;

    AccountFinder(AccountingContext instruments, Session session, ConnectionFacts facts) {
        this.accounting = instruments.accounting();
        Budgets all = instruments.attribution().budgets();
        this.budgets = all.isEnforced() ? all : null;
        this.ticker = instruments.ticker();
        this.users = instruments.attribution().users();
        this.origins = instruments.attribution().origins();
        this.sessions = instruments.sessions();
        this.table = instruments.statements();
        this.session = session;
        this.estimate = instruments.costs().estimate();
        String named = instruments.costs().sources().options().keyspace();
        this.keyspace = named.isEmpty() ? facts.keyspace() : named;
        this.schema = table.schema(facts.schema());
        this.estimated = spender(estimateSource(), session.user(), estimate);
        session.setSpender(estimated);
        this.told = spender(instruments.costs().sources().options().source(), session.user(), null);
    }

    private String estimateSource() {
        return estimate == null ? "off" : estimate.source();
    }

    private Spender spender(String source, String user, @Nullable Estimate by) {
        return sessions.spender(schema, new RuOwner(keyspace, source, user), by);
    }

    /** Sets the schema of later statements. */
    void schemaChanged(@Nullable String name) {
        schema = table.schema(name);
        connectionChanged();
    }

    /** Sets the connection's user for later statements. */
    void userChanged(String name) {
        session.setUser(name);
        connectionChanged();
    }

    private void connectionChanged() {
        Spender now;
        do {
            now = estimated(session.user());
            session.setSpender(now);
        } while (!isOf(now, session.user())); // another thread has changed it meanwhile
    }

    /** Returns the state of request units that no source reports: estimated, or off. */
    EntryRuState estimateState() {
        return estimate == null ? EntryRuState.OFF : EntryRuState.ESTIMATED;
    }

    /** Returns the kind of {@code failure}; {@link FailureKind#NONE} for null. */
    FailureKind failureKind(@Nullable Throwable failure) {
        if (failure == null) {
            return FailureKind.NONE;
        }
        FailureKinds kinds = table.failureKinds();
        String exception = failure.getClass().getName();
        return failure instanceof SQLException sql
                ? kinds.ofSql(sql.getSQLState(), sql.getErrorCode(), exception)
                : kinds.ofOther(exception);
    }

    /** Returns the user of an execution that begins now on this thread. */
    String user() {
        return accounting.hasThreadUsers() ? users.or(session.user()) : session.user();
    }

    /**
     * Returns the event of an ended execution, for listeners. The request units are those of {@code reading} if it has
     * any, else an estimate.
     */
    ExecutionEvent ended(
            AccountedStatement statement,
            Account account,
            RuReading reading,
            long elapsed,
            long rows,
            FailureKind error) {
        Spender spender = account.spender();
        return new ExecutionEvent(
                account.digest(),
                account.plan(),
                spender.user(),
                Objects.requireNonNullElse(spender.schema().name(), ""),
                origins.name(statement.origin),
                elapsed,
                rows,
                reading.state() == EntryRuState.REPORTED ? reading.ru() : account.estimatedRu(elapsed),
                error.errorClass());
    }

    /** Returns the number of the origin of the execution that begins now, on a thread that may have one. */
    int origin(Account account) {
        OriginScope scope = origins.scope();
        if (scope != null && scope.origin() != OriginNames.NONE) {
            if (session.isInAutoCommit()) {
                scope.executed(account.number());
            }
            return scope.origin();
        }
        if (!origins.hasCallSites()) {
            return origins.outside();
        }
        int callSite = origins.ofCallSite(account.lastCallSite(), ++turn);
        account.foundCallSite(callSite);
        return callSite;
    }

    /**
     * Refuses an execution over budget before the account is looked up. A failure here refuses no statement and is
     * counted in {@code failures}.
     *
     * @throws SQLException if the current user exceeded an enforced budget
     */
    void refuseOverBudget(OwnFailures failures) throws SQLException {
        if (budgets == null || !accounting.isOn()) {
            return;
        }
        SQLException refused = null;
        try {
            String refusal = budgets.refusal(user(), ticker.nanoTime());
            refused = refusal == null ? null : new SQLTransientException(refusal, BUDGET_SPENT);
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            failures.uncounted++;
        }
        if (refused != null) {
            throw refused;
        }
    }

    /** Returns the account of {@code digest} for the current user, whose request units are estimated or off. */
    Account estimated(TextDigest digest, Sha256 plan, @Nullable Account last) {
        Spender usual = session.spender();
        Spender spender = usual == null || accounting.hasThreadUsers() ? estimated(user()) : usual;
        return last != null && last.isOf(digest, spender, plan) ? last : account(spender, digest, plan);
    }

    private Account account(Spender asked, TextDigest digest, Sha256 plan) {
        Account found = asked.account(digest, plan);
        Spender kept = found.spender();
        if (kept != asked) { // the account had no room before
            if (session.spender() == asked) {
                session.setSpender(kept);
            }
            estimated = estimated == asked ? kept : estimated;
            told = told == asked ? kept : told;
        }
        return found;
    }

    /** Returns the account with estimated request units for the user, statement and plan of {@code known}. */
    Account estimatedAs(Account known) {
        Spender spender = estimated(known.spender().user());
        return known.spender() == spender ? known : spender.account(known.digest(), known.plan());
    }

    /**
     * Returns the account of {@code digest} for the current user, with request units that the server reports or is
     * expected to report.
     */
    Account reported(TextDigest digest, Sha256 plan, @Nullable Account last) {
        Spender spender = reported(told.source(), user());
        return last != null && last.isOf(digest, spender, plan) ? last : account(spender, digest, plan);
    }

    /** Returns the account of the same statement and user as {@code known}, with the reported source and plan. */
    Account reported(Account known, String source, Sha256 plan) {
        Spender before = known.spender();
        Spender spender = before.source().equals(source) ? before : reported(source, before.user());
        return spender == before && known.plan().equals(plan) ? known : spender.account(known.digest(), plan);
    }

    /** Returns the account of an earlier execution of {@code user}, with the reported source and plan. */
    Account reported(String source, String user, TextDigest digest, Sha256 plan) {
        return reported(source, user).account(digest, plan);
    }

    /** Returns whether {@code account} belongs to the spender for costs that the server reports. */
    boolean isReported(Account account) {
        return account.spender() == told;
    }

    /** Returns the expected source of request units that were not reported yet. */
    String toldSource() {
        return told.source();
    }

    private Spender estimated(String user) {
        Spender now = estimated;
        if (!isOf(now, user)) {
            now = spender(estimateSource(), user, estimate);
            estimated = now;
        }
        return now;
    }

    private boolean isOf(Spender spender, String user) {
        return spender.user().equals(user) && spender.schema() == schema;
    }

    private Spender reported(String source, String user) {
        Spender now = told;
        if (!now.source().equals(source) || !isOf(now, user)) {
            now = spender(source, user, null);
            told = now;
        }
        return now;
    }
}
