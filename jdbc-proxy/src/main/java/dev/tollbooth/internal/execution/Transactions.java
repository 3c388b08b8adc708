package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.journal.OwnFailures;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.statement.EventKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one connection. Their ends are timed as events, and reported to the parts that count by
 * transaction.
 *
 * <p>Thread-safe, as its parts are.
 */
public final class Transactions {

    private final AccountingContext instruments;
    private final OwnFailures failures;
    private final Session session;
    private final ExecutionListeners listeners;
    private final @Nullable ServerCosts costs;
    private final @Nullable Explaining explaining;

    Transactions(
            AccountingContext instruments,
            OwnFailures failures,
            Session session,
            ExecutionListeners listeners,
            @Nullable ServerCosts costs,
            @Nullable Explaining explaining) {
        this.instruments = instruments;
        this.failures = failures;
        this.session = session;
        this.listeners = listeners;
        this.costs = costs;
        this.explaining = explaining;
    }

    /**
     * Commits or rolls back.
     *
     * @param partly whether to roll back to a savepoint, so that the transaction continues
     * @param savepoint the savepoint; the driver decides about a null
     */
    public void end(EventKind kind, Connection connection, boolean partly, @Nullable Savepoint savepoint)
            throws SQLException {
        long start = AccountingContext.NOT_TIMED;
        try {
            start = instruments.start(Place.TRANSACTION);
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            failures.uncounted++;
        }
        try {
            if (kind == EventKind.COMMIT) {
                connection.commit();
            } else if (partly) {
                connection.rollback(savepoint);
            } else {
                connection.rollback();
            }
        } catch (Throwable failure) {
            try {
                counted(kind, start, failure);
            } catch (RuntimeException | VirtualMachineError | LinkageError t) {
                failures.uncounted++;
            }
            throw failure;
        }
        try {
            counted(kind, start, null);
            if (!partly) {
                tellOfEnd();
            }
        } catch (Throwable t) {
            try {
                failures.caught(Place.TRANSACTION, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
        }
    }

    private void tellOfEnd() {
        if (instruments.accounting().isObserved()) {
            listeners.transactionEnded();
        }
        if (costs != null) {
            costs.transactionEnded();
        }
        if (explaining != null) {
            explaining.transactionEnded();
        }
    }

    private void counted(EventKind kind, long start, @Nullable Throwable failure) {
        if (instruments.accounting().isOn() && start != AccountingContext.NOT_TIMED) {
            long elapsed = instruments.ticker().nanoTime() - start;
            int error = failure == null ? 0 : OutcomeReader.errorClass(failure).code();
            session.transactionEnded(kind == EventKind.COMMIT, start, elapsed, error);
        }
    }

    /** Records that the application has set autocommit; setting it on ends the open transaction. */
    public void autoCommitChanged(boolean on) {
        if (on && costs != null) {
            costs.transactionEnded();
        }
        session.setAutoCommit(on);
        if (instruments.accounting().isSampled()) {
            listeners.modeChanged();
        }
        if (explaining != null) {
            explaining.transactionEnded();
        }
    }
}
