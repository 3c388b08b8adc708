package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.CancelledQuery;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.OverLimit;
import dev.tollbooth.internal.journal.OwnFailures;
import dev.tollbooth.internal.journal.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A calculator of a result set's stops: the numbers of rows at which the proxy checks whether the next call may fetch,
 * and whether a long read is due to be counted.
 */
final class Fetching {

    /** The stop of a result set that has no stops. */
    static final int NEVER = -1;
    /** The fetch size that stands for a driver that may fetch in each call. */
    static final int EACH_ROW = -1;
    /** The rows between two stops without a fetch size. */
    static final int STOP_ROWS = 64;
    /** The most rows between two stops, because the number of uncounted rows is an {@code int}. */
    static final int MAX_STOP_ROWS = 1 << 30;

    /** The rows after which a long read is counted at the next stop; bytes and fetch time have limits as well. */
    private static final int CREDIT_ROWS = 1_024;

    private static final long CREDIT_NANOS = 50_000_000;
    private static final long CREDIT_BYTES = 1 << 20;

    private Fetching() {}

    /**
     * Returns whether the uncounted part of a read is so large that it has to be counted before the end of the read.
     */
    static boolean isLong(int rows, long bytes, long fetchNanos) {
        return rows >= CREDIT_ROWS || bytes >= CREDIT_BYTES || fetchNanos >= CREDIT_NANOS;
    }

    /** Returns the first stop of a new proxy of {@code rows}. */
    static int firstStop(ResultSet rows, StatementProxy statement) {
        if (!statement.comesWhole) {
            statement.eachRow = 0;
            if (size(rows, statement) != 0) { // the result comes in parts
                statement.buffered = 0;
                return 0;
            }
            statement.comesWhole = true; // for all results of the statement, until it gets another account
        }
        return STOP_ROWS;
    }

    /**
     * Returns the rows after which the driver may fetch again, or {@link #EACH_ROW}; 0 if the driver has all rows, or
     * the size is unknown.
     */
    static int size(ResultSet rows, StatementProxy statement) {
        try {
            int size = rows.getFetchSize();
            if (size > 0) {
                return Math.min(size, MAX_STOP_ROWS);
            }
            return statement.funnel.traits.fetchesEachRow(statement.delegate) ? EACH_ROW : 0;
        } catch (SQLException | RuntimeException | VirtualMachineError | LinkageError t) {
            return 0;
        }
    }

    /**
     * Returns the fetch size at a stop of {@code rows}; a driver that fetches each row is asked at the first and each
     * 64th row.
     */
    static int nextSize(ResultSet rows, StatementProxy statement) {
        if (statement.eachRow > 1) {
            statement.eachRow--;
            return EACH_ROW;
        }
        int size = size(rows, statement);
        statement.eachRow = size == EACH_ROW ? STOP_ROWS : 0;
        statement.comesWhole &= size == 0; // it was set below the proxy: the next result is asked
        return size;
    }

    /**
     * Starts the check of {@code memory.query-limit} for a call that may fetch rows, and returns its journal. Returns
     * null without a limit, and between two rows at which the driver is asked, because an entry for each row would cost
     * too much.
     */
    static @Nullable Journal watch(StatementProxy statement) {
        return statement.eachRow % STOP_ROWS == 0 ? statement.funnel.session.beginFetch(statement) : null;
    }

    /**
     * Ends the check of a failed call, if there is one; returns the exception that replaces the driver's, or null.
     * Throws only the error of a stack without room for this call.
     */
    static @Nullable SQLException failed(
            StatementProxy statement, @Nullable Journal watched, @Nullable Account account, Throwable failure) {
        if (watched == null || account == null) {
            return null;
        }
        OwnFailures failures = statement.funnel.failures;
        Session session = statement.funnel.session;
        long entry = watched.entry();
        try {
            OverLimit over = session.endFetch(watched);
            return CancelledQuery.ofLimit(over, session, account, failure);
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t, watched, entry);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
                watched.unended = entry;
            }
            return null;
        }
    }
}
