package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.statement.EventKind;
import dev.tollbooth.accounting.statement.TransactionTracker;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one connection: their ends are timed in rows of their own, and told to all that counts by them.
 *
 * <p>Thread-safe, as its parts are.
 */
final class Transactions {

    private final Instruments instruments;
    private final OwnFailures failures;
    private final int stripe;
    private final TransactionTracker repeats;
    private final LateCosts late;
    private final @Nullable Explaining explaining;

    Transactions(
            Instruments instruments,
            OwnFailures failures,
            int stripe,
            TransactionTracker repeats,
            LateCosts late,
            @Nullable Explaining explaining) {
        this.instruments = instruments;
        this.failures = failures;
        this.stripe = stripe;
        this.repeats = repeats;
        this.late = late;
        this.explaining = explaining;
    }

    void commit(Connection connection) throws SQLException {
        end(EventKind.COMMIT, connection, false, null);
    }

    void rollback(Connection connection) throws SQLException {
        end(EventKind.ROLLBACK, connection, false, null);
    }

    /** Rolls back a part of the transaction, which lives on; of a savepoint of null the driver says what that is. */
    void rollback(Connection connection, @Nullable Savepoint savepoint) throws SQLException {
        end(EventKind.ROLLBACK, connection, true, savepoint);
    }

    private void end(EventKind kind, Connection connection, boolean partly, @Nullable Savepoint savepoint)
            throws SQLException {
        long start = Instruments.NOT_TIMED;
        try {
            start = instruments.start(Place.TRANSACTION);
        } catch (Throwable t) {
            failures.owed++;
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
                instruments.event(kind, stripe, start, failure);
            } catch (Throwable t) {
                failures.owed++;
            }
            throw failure;
        }
        try {
            instruments.event(kind, stripe, start, null);
            repeats.transactionEnded();
            if (!partly) {
                late.transactionEnded();
                if (explaining != null) {
                    explaining.transactionEnded();
                }
            }
        } catch (Throwable t) {
            try {
                failures.caught(Place.TRANSACTION, t);
            } catch (Throwable more) {
                failures.owed++;
            }
        }
    }

    /** Tells where transactions end from now on. */
    void autoCommitChanged(boolean on) {
        if (on) {
            late.transactionEnded();
        }
        repeats.setAutoCommit(on);
        if (explaining != null) {
            explaining.transactionEnded();
        }
    }
}
