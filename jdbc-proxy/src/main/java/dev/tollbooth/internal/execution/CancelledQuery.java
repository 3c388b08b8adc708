package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.OverLimit;
import dev.tollbooth.internal.journal.Session;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A translator of a driver's exception after {@code memory.query-limit} cancelled the call. */
public final class CancelledQuery {

    /** PostgreSQL's SQLState query_canceled. */
    private static final String SQL_STATE = "57014";

    /** The SQLSTATEs of cancelled statements: PostgreSQL, H2 and DB2; MySQL and MariaDB; SQL Server; Oracle; Derby. */
    private static final Set<String> CANCELLED = Set.of(SQL_STATE, "70100", "HY008", "72000", "XCL52");

    private CancelledQuery() {}

    /**
     * Returns the exception for a call that was cancelled for its memory; null if the call was not. The message has
     * limit, bytes and digest, and {@code failure} is the cause.
     *
     * @param over the exceeded limit, null if no cancel for a limit was sent
     * @param failure the exception of the call
     */
    public static @Nullable SQLException ofLimit(
            @Nullable OverLimit over, Session session, Account account, Throwable failure) {
        if (over == null || !(failure instanceof SQLException cause) || !isCancel(cause)) {
            return null;
        }
        session.cancelledByLimit();
        String message = "statement cancelled, its result takes too much memory: tollbooth.memory.query-limit="
                + over.limitBytes() + ", allocatedBytes=" + over.bytes() + ", digest="
                + account.digest().hex()
                + "; read less, set a fetch size or raise the limit";
        return cause instanceof BatchUpdateException batch
                ? new BatchUpdateException(
                        message, SQL_STATE, batch.getErrorCode(), batch.getLargeUpdateCounts(), batch)
                : new SQLException(message, SQL_STATE, cause.getErrorCode(), cause);
    }

    /** Returns whether the driver's exception means a cancel, or is unclear. */
    private static boolean isCancel(SQLException failure) {
        String state = failure.getSQLState();
        return state == null
                || state.isEmpty()
                || state.equals("HY000")
                || CANCELLED.contains(state)
                || failure instanceof SQLTimeoutException;
    }
}
