package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.execution.AccountedStatement;
import dev.tollbooth.internal.execution.Explaining;
import dev.tollbooth.internal.execution.StatementFunnel;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/**
 * What a statement knows of the result sets that its last execution has opened.
 *
 * <p>Thread-safety: as the driver's statement.
 */
abstract class ResultOwner extends AccountedStatement {

    /** The result sets that are not closed yet, the newest first, linked by {@link ResultSetProxy#older}. */
    private @Nullable ResultSetProxy newest;

    /** The generated keys that were asked for last, null once the statement has executed again. */
    private @Nullable ResultSetProxy keys;

    ResultOwner(StatementFunnel funnel) {
        super(funnel);
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

    @Override
    protected void endFetches() {
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
