package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement whose executions are accounted under the digest of the text that it was prepared from.
 *
 * <p>Thread-safety: as {@link StatementProxy}.
 */
public abstract class PreparedStatementProxy extends StatementProxy implements PreparedStatement {

    /** The driver's statement. */
    @Delegate
    protected final PreparedStatement prepared;

    private final String sql;
    private @Nullable Digest digest;

    /** Wraps {@code prepared}, which {@code connection} made from {@code sql}. */
    protected PreparedStatementProxy(PreparedStatement prepared, ConnectionProxy connection, String sql) {
        super(prepared, connection);
        this.prepared = prepared;
        this.sql = sql;
    }

    /** A prototype: good for {@link #create} only. */
    @SuppressWarnings("NullAway") // nothing is called on it but create
    protected PreparedStatementProxy() {
        super();
        this.prepared = null;
        this.sql = null;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract PreparedStatementProxy create(
            PreparedStatement newDelegate, ConnectionProxy newConnection, String newSql);

    @Override
    final Digest digest(ExecuteMethod method, String text) {
        if (text != sql && method != ExecuteMethod.BATCH && method != ExecuteMethod.LARGE_BATCH) {
            // execute(String) on a prepared statement: most drivers throw, and the error is that text's
            return super.digest(method, text);
        }
        Digest known = digest;
        if (known == null) {
            known = funnel.digest(sql);
            digest = known;
        }
        return known;
    }

    @Override
    public final boolean execute() throws SQLException {
        return funnel.count(this, ExecuteMethod.PREPARED_EXECUTE, sql, null) != 0;
    }

    @Override
    public final int executeUpdate() throws SQLException {
        return (int) funnel.count(this, ExecuteMethod.PREPARED_UPDATE, sql, null);
    }

    @Override
    public final long executeLargeUpdate() throws SQLException {
        return funnel.count(this, ExecuteMethod.PREPARED_LARGE_UPDATE, sql, null);
    }

    @Override
    public final @Nullable ResultSet executeQuery() throws SQLException {
        return results((ResultSet) funnel.object(this, ExecuteMethod.PREPARED_QUERY, sql));
    }
}
