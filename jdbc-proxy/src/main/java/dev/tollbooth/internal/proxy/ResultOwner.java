package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.execution.ClientBytes;
import dev.tollbooth.internal.execution.StatementFunnel;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Cancellable;
import dev.tollbooth.internal.plan.ExplainState;
import dev.tollbooth.internal.plan.Explaining;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/**
 * What a statement knows of its last execution and of the result sets that this has opened.
 *
 * <p>Thread-safety: as the driver's statement. What an execution is counted by is on its thread's stack: where several threads
 * execute one statement, only what is read of results may be taken for that of another execution.
 */
abstract class ResultOwner implements Cancellable {

    final StatementFunnel funnel;

    /** What the last execution was counted to: a hint for the next one, and what its results are counted to. */
    @Nullable
    public Account account;

    /** Whether the last execution's request units are collected, and so those of its result set. */
    public boolean collected;

    /** Whether the server has not told yet what the last execution cost. */
    public boolean costIsOpen;

    /** Whether the server tells with what comes later what the last execution cost. */
    public boolean costIsLater;

    /** Whether the server has told what the last execution cost. */
    public boolean costIsTold;

    /** Whether the last result set of {@link #account} had no fetch size, and none was set since. */
    boolean comesWhole;

    /** Bytes that the result set is taken to hold; below 0, those that are credited and no getter has returned. */
    public long buffered;

    /** What the last execution made the client hold, in bytes; {@link ClientBytes#NOT_READ} where it was not read. */
    public long clientBytes = ClientBytes.NOT_READ;

    /** Of its fetches, what is not in {@link #clientBytes} yet. */
    public long fetchedClientBytes;

    /** What of the last execution is to be explained; null where nobody explains. */
    @Nullable
    public ExplainState explain;

    /** The result sets that are not closed yet, the newest first, linked by {@link ResultSetProxy#older}. */
    private @Nullable ResultSetProxy newest;

    /** The generated keys that were asked for last, null once the statement has executed again. */
    private @Nullable ResultSetProxy keys;

    ResultOwner(StatementFunnel funnel) {
        this.funnel = funnel;
    }

    /** Notes what the execution that has ended was counted to. */
    public final void countedTo(Account counted) {
        Account before = account;
        if (before != counted) {
            comesWhole &= before != null && before.digest() == counted.digest();
            account = counted;
        }
    }

    /**
     * Returns what makes of {@code size} bytes more that getters returned an increment of the larger of both: all that they
     * have returned, and what the driver holds.
     */
    public final long beyondGetters(long size) {
        long held = buffered;
        if (held == 0) {
            return 0;
        }
        long left = Math.abs(held);
        long covered = Math.min(left, size);
        buffered = covered - left;
        return Math.max(0, held) - covered;
    }

    /** Returns the proxy of {@code rows}, a result set of the last execution: one while it is open. */
    final ResultSetProxy results(ResultSet rows, StatementProxy statement) {
        ResultSetProxy open = newest;
        while (open != null && open.delegate != rows) {
            open = open.older;
        }
        return open == null ? opened(rows, statement) : open;
    }

    private ResultSetProxy opened(ResultSet rows, StatementProxy statement) {
        ConnectionProxy connection = statement.connection;
        ResultSetProxy result = connection.factory.resultSet(rows, connection, statement, account);
        result.older = newest;
        newest = result;
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.resultOpened();
        }
        return result;
    }

    /** Returns the proxy of {@code rows}, the keys that the last execution has generated: one, too. */
    final ResultSetProxy keys(ResultSet rows, StatementProxy statement) {
        ResultSetProxy known = keys;
        if (known == null || known.delegate != rows) {
            ConnectionProxy connection = statement.connection;
            known = connection.factory.resultSet(rows, connection, statement, null);
            keys = known;
        }
        return known;
    }

    /** Counts the rows read so far and forgets the open result sets: the driver closes them with what comes next. */
    void endFetches() {
        if (keys != null) {
            keys = null;
        }
        ResultSetProxy open = newest;
        if (open != null) {
            newest = null;
            for (; open != null; open = open.older) {
                open.endFetch();
                resultClosed();
            }
        }
    }

    /** Forgets a result set; one that is closed after its statement finds nothing. */
    final void forget(ResultSetProxy closed) {
        ResultSetProxy open = newest;
        if (open == closed) {
            newest = closed.older;
            resultClosed();
            return;
        }
        for (; open != null; open = open.older) {
            if (open.older == closed) {
                open.older = closed.older;
                resultClosed();
                return;
            }
        }
    }

    private void resultClosed() {
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.resultClosed();
        }
    }
}
