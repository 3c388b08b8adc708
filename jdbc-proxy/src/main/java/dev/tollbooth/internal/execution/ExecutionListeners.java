package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.advice.SampledUses;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.internal.latency.FailureKind;
import dev.tollbooth.internal.observe.ExecutionObserver;
import dev.tollbooth.internal.observe.KeptParameters;
import dev.tollbooth.internal.observe.ObservedExecution;
import dev.tollbooth.internal.observe.ThreadObservers;
import dev.tollbooth.internal.ru.RuReading;
import dev.tollbooth.internal.trace.ExemplarBoard;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of single executions: Flight Recorder, slow log, samples of rows, exemplars, a thread's observer, and
 * plans.
 *
 * <p>Thread-safe, as the listeners are.
 */
public final class ExecutionListeners {

    private final SlowStatements slow;
    private final Session session;
    private final ThreadObservers observers;
    private final AccountingSwitch accounting;
    private final ExemplarBoard exemplars;
    private final AccountFinder accounts;
    private final @Nullable Explaining explaining;
    private final boolean samples;
    private final SampledUses uses;
    /** The search for repeated selects; null until samples are taken. */
    private @Nullable RepeatedSelects repeats;

    /** The least duration in nanoseconds of executions for listeners other than the Flight Recorder. */
    final long leastNanos;

    ExecutionListeners(
            AccountingContext instruments, Session session, AccountFinder accounts, @Nullable Explaining explaining) {
        this.slow = instruments.notices().slow();
        this.session = session;
        this.observers = instruments.attribution().observers();
        this.accounting = instruments.accounting();
        this.exemplars = instruments.notices().exemplars();
        this.accounts = accounts;
        this.explaining = explaining;
        this.uses = instruments.statements().adviser().uses();
        this.samples = instruments.statements().keepsSamples();
        this.leastNanos = samples ? Long.MIN_VALUE : slow.thresholdNanos;
    }

    /**
     * Passes an ended execution to the listeners.
     *
     * @param cost the cost that the server reported
     * @param affected the result of {@link OutcomeReader#affected}
     * @param event the Flight Recorder's event, null if it does not record
     */
    void ended(
            AccountedStatement statement,
            Account account,
            RuReading cost,
            String sql,
            long endNanos,
            long elapsedNanos,
            long rows,
            long affected,
            FailureKind error,
            Journal.@Nullable Event event)
            throws SQLException {
        if (elapsedNanos >= leastNanos || event != null) {
            tell(accounts.ended(statement, account, cost, elapsedNanos, rows, error), account, sql, endNanos, event);
        }
        if (accounting.keepsExemplars()) {
            String schema = account.spender().schema().name();
            exemplars.ended(schema, account.digest(), elapsedNanos, endNanos, error.errorType());
        }
        if (accounting.isSampled()) {
            statement.sampled = affected == OutcomeReader.RESULT_SET ? columns(account.digest()) : null;
        }
        if (accounting.hasObservers()) {
            observed(statement, account.digest(), sql, elapsedNanos, rows, error);
        }
        if (accounting.isSampled() && !session.isInAutoCommit()) {
            sampled(statement, account.digest(), sql, error);
        }
        if (explaining != null && statement.collected) {
            boolean rowsFollow = affected == OutcomeReader.RESULT_SET;
            explaining.ended(statement, account.digest(), sql, rowsFollow, error != FailureKind.NONE, endNanos);
        }
    }

    private void tell(
            ExecutionEvent execution, Account account, String sql, long endNanos, Journal.@Nullable Event event) {
        slow.ended(execution);
        if (samples && !sql.isEmpty()) {
            session.sample(account, sql, execution.elapsedNanos(), endNanos);
        }
        if (event != null) {
            StatementEvents.end(event, execution);
        }
    }

    private void sampled(AccountedStatement statement, TextDigest digest, String sql, FailureKind error) {
        RepeatedSelects open = repeats();
        if (open.isSampled() && error == FailureKind.NONE) {
            open.executed(statement, digest, sql);
        } else if (!accounting.hasObservers()) {
            statement.forgetParameterHashes();
        }
    }

    private RepeatedSelects repeats() {
        RepeatedSelects known = repeats;
        if (known == null) {
            known = new RepeatedSelects(uses);
            repeats = known;
        }
        return known;
    }

    /** Returns whether a statement has to hash its parameters from its first execution on. */
    boolean hashesParameters() {
        return accounting.hasObservers()
                || (accounting.isSampled()
                        && !session.isInAutoCommit()
                        && repeats().isSampled());
    }

    /** Returns the samples of {@code digest} if its result, which opens next, is sampled; null if not. */
    private SampledUses.@Nullable Use columns(TextDigest digest) {
        return uses.isResultDue() && digest.kind() == StatementKind.READ ? uses.of(digest) : null;
    }

    /** Records that the connection's transaction mode has changed, which ends the open transaction. */
    void modeChanged() {
        RepeatedSelects known = repeats;
        if (known != null) {
            known.transactionEnded();
        }
    }

    /** Records that a transaction has ended. */
    void transactionEnded() {
        modeChanged();
        ExecutionObserver observer = accounting.hasObservers() ? observers.ofThisThread() : null;
        if (observer != null) {
            observer.transactionEnded(session);
        }
    }

    /** Passes a read of rows to the slow log. */
    void read(Account account, long rows, long fetchNanos) {
        if (fetchNanos >= slow.thresholdNanos) {
            Spender spender = account.spender();
            String schema = Objects.requireNonNullElse(spender.schema().name(), "");
            slow.fetched(account.digest(), account.plan(), fetchNanos, rows, spender.user(), schema);
        }
    }

    /** Passes a counted execution of {@code sql} to this thread's observer, if it has one. */
    private void observed(
            AccountedStatement statement,
            TextDigest digest,
            String sql,
            long elapsedNanos,
            long rows,
            FailureKind error)
            throws SQLException {
        ExecutionObserver observer = observers.ofThisThread();
        if (observer != null) {
            boolean inTransaction = !statement.driverConnection().getAutoCommit();
            long values = KeptParameters.ofExecution(sql, statement.parameterHash());
            observer.executed(new ObservedExecution(
                    session, inTransaction, digest, values, elapsedNanos, rows, error.errorClass()));
        }
    }
}
