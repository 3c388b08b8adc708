package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.CancelledQuery;
import dev.tollbooth.internal.execution.StatementFunnel;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.OverLimit;
import dev.tollbooth.internal.journal.OwnFailures;
import dev.tollbooth.internal.journal.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Where the reading of a result set stops to look, and the calls there that may fetch. */
final class Fetching {

    /** In place of a stop: there is none. */
    static final int NEVER = -1;
    /** In place of a fetch size: the driver says none, and may fetch in each call. */
    static final int EACH_ROW = -1;
    /** How often a read without fetch size stops to look. */
    static final int STOP_ROWS = 64;
    /** With a larger fetch size too it stops so often: the rows that are not credited yet are an {@code int}. */
    static final int MAX_STOP_ROWS = 1 << 30;

    /** A read is credited before its end at the first stop after as many rows or bytes, or as much time of fetching. */
    private static final int CREDIT_ROWS = 1_024;

    private static final long CREDIT_NANOS = 50_000_000;
    private static final long CREDIT_BYTES = 1 << 20;

    private Fetching() {}

    /** Whether a read has gone on for so long since its last credit that it is to be credited before its end. */
    static boolean isLong(int rows, long bytes, long fetchNanos) {
        return rows >= CREDIT_ROWS || bytes >= CREDIT_BYTES || fetchNanos >= CREDIT_NANOS;
    }

    /** Returns where a new proxy of {@code rows} stops first. */
    static int firstStop(ResultSet rows, @Nullable StatementProxy statement, @Nullable Account account) {
        if (account == null) {
            return NEVER;
        }
        if (statement != null) {
            statement.eachRow = 0;
        }
        if (statement != null && !statement.comesWhole) {
            statement.comesWhole = size(rows, statement) == 0; // asked once for all its results, until it gets another
            if (!statement.comesWhole) {
                statement.buffered = 0; // it comes in parts
                return 0;
            }
        }
        return STOP_ROWS;
    }

    /** Returns after how many rows the driver may fetch again, or {@link #EACH_ROW}; 0 where it holds all of them or does not say. */
    static int size(ResultSet rows, @Nullable StatementProxy statement) {
        if (statement == null) {
            return 0;
        }
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

    /** As {@link #size}, at a stop of {@code rows}; a driver that fetches each row is asked at the first and each 64th. */
    static int nextSize(ResultSet rows, @Nullable StatementProxy statement) {
        if (statement != null && statement.eachRow > 1) {
            statement.eachRow--;
            return EACH_ROW;
        }
        int size = size(rows, statement);
        if (statement != null) {
            statement.eachRow = size == EACH_ROW ? STOP_ROWS : 0;
        }
        return size;
    }

    /**
     * Starts the check of {@code memory.query-limit} for a call that may fetch rows. Returns null if there is no limit, or between
     * two rows at which the driver is asked: an entry in the journal is too much for each row.
     */
    static @Nullable Journal watch(@Nullable StatementProxy statement, @Nullable Account account) {
        if (statement == null || account == null || statement.eachRow % STOP_ROWS != 0) {
            return null;
        }
        return statement.funnel.session.beginFetch(statement);
    }

    /**
     * Ends the watch over a call that the driver has refused, where there is one; returns what the application is told in
     * its place, null if nothing. Throws nothing unless the stack has no frame for this call.
     */
    static @Nullable SQLException failed(
            StatementFunnel funnel, @Nullable Journal watched, @Nullable Account account, Throwable failure) {
        if (watched == null || account == null) {
            return null;
        }
        OwnFailures failures = funnel.failures;
        Session session = funnel.session;
        long entry = watched.entry();
        try {
            OverLimit over = session.endFetch(watched);
            return CancelledQuery.ofLimit(over, session, account, failure);
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t, watched, entry);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
                failures.unended = watched;
                failures.unendedEntry = entry;
            }
            return null;
        }
    }
}
