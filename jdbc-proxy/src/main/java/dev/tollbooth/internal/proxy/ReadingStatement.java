package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.AccountedStatement;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.OwnFailures;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/**
 * A statement with the result sets of its last execution.
 *
 * <p>As thread-safe as {@link StatementProxy}.
 */
public abstract class ReadingStatement extends AccountedStatement {

    final ConnectionProxy connection;

    /**
     * The result sets of the last execution that are not closed yet, the newest first, linked by {@link
     * ResultSetProxy#older}.
     */
    private @Nullable ResultSetProxy newest;

    /**
     * A result set that {@link java.sql.Statement#getResultSet} may return though it is not open: the last closed one,
     * or the cursor that led to this statement.
     */
    private @Nullable ResultSetProxy known;

    /** The place of this statement in {@link ReadStatements}, counted from 1; 0 if it never had one. */
    byte place;

    ReadingStatement(ConnectionProxy connection) {
        super(connection.funnel);
        this.connection = connection;
    }

    /** Makes a prototype, on which only {@code create} is called. */
    @SuppressWarnings("NullAway")
    ReadingStatement() {
        super(null);
        this.connection = null;
    }

    /** Returns a new proxy of a result set. The rows count in {@code counted} if that is not null. */
    abstract ResultSetProxy made(ResultSet rows, @Nullable Account counted);

    /**
     * Returns the proxy of a result set of the last execution. The rows count in {@code counted} if that is not null.
     */
    final @Nullable ResultSet results(@Nullable ResultSet rows, @Nullable Account counted) {
        if (rows == null || rows instanceof ResultSetProxy) {
            return rows;
        }
        OwnFailures failures = funnel.failures;
        try {
            ResultSetProxy open = newest;
            while (open != null && !ColumnReads.isOf(open.delegate, rows)) {
                open = open.older;
            }
            if (open == null && known != null && ColumnReads.isOf(known.delegate, rows)) {
                return known;
            }
            return open == null ? opened(rows, counted) : open; // the same object of the driver gives the same proxy
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
        }
        return rows; // the driver's own result set, unaccounted: losing or closing it would be worse
    }

    private ResultSetProxy opened(ResultSet rows, @Nullable Account counted) {
        ResultSetProxy result = made(rows, counted);
        result.older = newest;
        newest = result;
        if (counted != null) {
            connection.reads.add(this);
        }
        resultOpened();
        return result;
    }

    /** Counts the rows read so far and drops the result sets, which the driver closes with the next execution. */
    final void endReads() {
        if (known != null) {
            known = null;
        }
        ResultSetProxy open = newest;
        if (open != null) {
            newest = null;
            connection.reads.remove(this);
            for (; open != null; open = open.older) {
                open.endFetch();
                resultClosed();
            }
        }
    }

    /** Drops a result set; does nothing if its statement was closed before. */
    final void forget(ResultSetProxy closed) {
        ResultSetProxy newer = null;
        ResultSetProxy open = newest;
        while (open != null && open != closed) {
            newer = open;
            open = open.older;
        }
        if (open == null) {
            return;
        }
        if (newer == null) {
            newest = closed.older;
        } else {
            newer.older = closed.older;
        }
        known = closed;
        if (newest == null) {
            connection.reads.remove(this);
        }
        resultClosed();
    }

    /**
     * Records that {@code rows} were read to their end, so that a statement without other result sets has no rows to
     * count.
     */
    final void wasRead(ResultSetProxy rows) {
        if (newest == rows && rows.older == null) {
            connection.reads.remove(this);
        }
    }

    /** Counts the rows read so far from the open result sets. */
    final void creditReads() {
        for (ResultSetProxy open = newest; open != null; open = open.older) {
            open.credit();
        }
    }

    /** Records the result set that led to this statement, which the driver itself created. */
    final void ledToBy(ResultSetProxy cursor) {
        known = cursor;
    }
}
