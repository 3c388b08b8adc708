package dev.tollbooth.jdbc.proxy;

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
    private final int stripe;
    private final TransactionTracker repeats;
    private final LateCosts late;
    private final @Nullable Explaining explaining;

    Transactions(
            Instruments instruments,
            int stripe,
            TransactionTracker repeats,
            LateCosts late,
            @Nullable Explaining explaining) {
        this.instruments = instruments;
        this.stripe = stripe;
        this.repeats = repeats;
        this.late = late;
        this.explaining = explaining;
    }

    /** Commits or rolls back; a savepoint of null is none. */
    void end(EventKind kind, Connection connection, @Nullable Savepoint savepoint) throws SQLException {
        long start = instruments.ticker().nanoTime();
        try {
            if (kind == EventKind.COMMIT) {
                connection.commit();
            } else if (savepoint == null) {
                connection.rollback();
            } else {
                connection.rollback(savepoint);
            }
        } catch (Throwable failure) {
            instruments.event(kind, stripe, start, failure);
            throw failure;
        }
        instruments.event(kind, stripe, start, null);
        if (savepoint == null) {
            late.transactionEnded();
        }
        repeats.transactionEnded();
        if (explaining != null && savepoint == null) {
            explaining.transactionEnded();
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
