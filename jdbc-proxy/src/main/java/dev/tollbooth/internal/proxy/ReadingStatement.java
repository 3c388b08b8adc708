package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.AccountedStatement;
import dev.tollbooth.internal.journal.Account;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/**
 * A statement with the result sets of its last execution.
 *
 * <p>As thread-safe as {@link StatementProxy}.
 */
public abstract sealed class ReadingStatement extends AccountedStatement permits StatementProxy {

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

    /** Returns the proxy of a result set of the last execution. The rows count in its account if {@code counted}. */
    final @Nullable ResultSet results(@Nullable ResultSet rows, boolean counted) {
        if (rows == null || rows instanceof ResultSetProxy) {
            return rows;
        }
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
                funnel.failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
        return rows; // the driver's own result set, unaccounted: losing or closing it would be worse
    }

    private ResultSetProxy opened(ResultSet rows, boolean counted) {
        StatementProxy self = (StatementProxy) this;
        Account readIn = counted ? account : null;
        ResultSetProxy result = connection.factory.resultSet(rows, connection, self, readIn);
        result.older = newest;
        newest = result;
        if (readIn != null) {
            connection.opened(result);
        }
        if (funnel.explaining != null) {
            funnel.explaining.resultOpened();
        }
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
            for (; open != null; open = open.older) {
                open.endFetch(true);
                if (funnel.explaining != null) {
                    funnel.explaining.resultClosed();
                }
            }
        }
    }

    /** Returns whether a result set is an open one of the last execution; a cursor in its rows is not. */
    final boolean isOpen(ResultSetProxy rows) {
        ResultSetProxy open = newest;
        while (open != null && open != rows) {
            open = open.older;
        }
        return open != null;
    }

    /**
     * Drops a result set; does nothing if it is none of the last execution's. Returns whether it was the last open one,
     * so that the execution is over.
     */
    final boolean forget(ResultSetProxy closed) {
        if (newest == closed) {
            newest = closed.older;
        } else {
            ResultSetProxy newer = newest;
            while (newer != null && newer.older != closed) {
                newer = newer.older;
            }
            if (newer == null) {
                return false;
            }
            newer.older = closed.older;
        }
        known = closed;
        if (funnel.explaining != null) {
            funnel.explaining.resultClosed();
        }
        return newest == null;
    }

    /** Records the result set that led to this statement, which the driver itself created. */
    final void ledToBy(ResultSetProxy cursor) {
        known = cursor;
    }
}
