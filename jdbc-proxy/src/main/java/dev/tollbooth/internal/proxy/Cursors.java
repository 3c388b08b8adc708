package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.journal.Account;
import java.sql.ResultSet;
import org.jspecify.annotations.Nullable;

/**
 * A helper for cursors that a driver returns as a column's value. Their rows count for the statement that returned
 * them.
 */
final class Cursors {

    private Cursors() {}

    /** Returns the proxy of {@code cursor}. The rows count as those of {@code owner}, in {@code account}. */
    static ResultSet lent(
            ResultSet cursor, ConnectionProxy connection, @Nullable StatementProxy owner, @Nullable Account account) {
        if (cursor instanceof ResultSetProxy) {
            return cursor;
        }
        if (owner == null) {
            return connection.factory.resultSet(cursor, connection, null, account);
        }
        boolean comesWhole = owner.comesWhole;
        owner.comesWhole = false; // a cursor has its own fetch size
        ResultSetProxy lent = connection.factory.resultSet(cursor, connection, owner, account);
        owner.comesWhole = comesWhole;
        return lent;
    }
}
