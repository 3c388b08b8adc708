package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.execution.CallKind;
import dev.tollbooth.internal.observe.KeptParameters;
import dev.tollbooth.internal.plan.BoundParameters;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLType;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement whose executions are accounted under the digest of its text. Its setters go through {@code
 * bound}, which keeps the parameters of an execution that is to be explained.
 *
 * <p>As thread-safe as {@link StatementProxy}.
 */
public abstract class PreparedStatementProxy extends StatementProxy implements PreparedStatement {

    /** The driver's statement. */
    protected final PreparedStatement prepared;

    private final String sql;
    private @Nullable TextDigest digest;

    /** The bound parameters; null until an execution is to be explained or observed. */
    private @Nullable KeptParameters kept;

    /** Wraps {@code prepared}, which {@code connection} created from {@code sql}. */
    protected PreparedStatementProxy(PreparedStatement prepared, ConnectionProxy connection, String sql) {
        super(prepared, connection);
        this.prepared = prepared;
        this.sql = sql;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract PreparedStatementProxy create(
            PreparedStatement newDelegate, ConnectionProxy newConnection, String newSql);

    @Override
    protected final @Nullable TextDigest digest(CallKind method, String text) {
        if (text != sql && (!method.isBatch() || isBatchEmpty())) {
            // execute(String) on a prepared statement: most drivers throw, and the error belongs to that text
            return super.digest(method, text);
        }
        TextDigest known = digest;
        if (known == null) {
            known = funnel.digest(sql);
            digest = known;
        }
        return known;
    }

    @Override
    protected final String preparedSql() {
        return sql;
    }

    @Override
    protected void keepParameters() {
        kept().keepValues();
    }

    private KeptParameters kept() {
        KeptParameters known = kept;
        if (known == null) {
            known = new KeptParameters();
            kept = known;
        }
        return known;
    }

    @Override
    protected final @Nullable BoundParameters takeParameters() {
        KeptParameters known = kept;
        BoundParameters taken = known == null ? null : known.takeValues();
        dropIfUnused();
        return taken;
    }

    private void dropIfUnused() {
        if (kept != null && kept.isUnused()) {
            kept = null; // so that setters do nothing more
        }
    }

    @Override
    public long parameterHash() {
        return kept().hash();
    }

    @Override
    protected final void forgetParameterHashes() {
        if (kept != null) {
            kept.forgetHashes();
            dropIfUnused();
        }
    }

    final void bound(int index, boolean value) {
        if (kept != null) {
            keep(index, value, null);
        }
    }

    final void bound(int index, byte value) {
        if (kept != null) {
            keep(index, value, null);
        }
    }

    final void bound(int index, short value) {
        if (kept != null) {
            keep(index, value, null);
        }
    }

    final void bound(int index, int value) {
        if (kept != null) {
            keep(index, value, null);
        }
    }

    final void bound(int index, long value) {
        if (kept != null) {
            keep(index, value, null);
        }
    }

    final void bound(int index, float value) {
        if (kept != null) {
            keep(index, value, null);
        }
    }

    final void bound(int index, double value) {
        if (kept != null) {
            keep(index, value, null);
        }
    }

    final void bound(int index, @Nullable Object value) {
        if (kept != null) {
            keep(index, value, null);
        }
    }

    final void bound(int index, @Nullable Object value, int type) {
        if (kept != null) {
            keep(index, value, type);
        }
    }

    final void bound(int index, @Nullable Object value, SQLType type) {
        if (kept != null) {
            keep(index, value, type);
        }
    }

    private void keep(int index, @Nullable Object value, @Nullable Object type) {
        try {
            if (kept != null) {
                kept.set(index, value, type);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            kept = null; // so this execution is not explained
        }
    }

    @Override
    public final void setNull(int index, int type) throws SQLException {
        prepared.setNull(index, type);
        bound(index, null, type);
    }

    @Override
    public final void setNull(int index, int type, String typeName) throws SQLException {
        prepared.setNull(index, type, typeName);
        bound(index, null, type);
    }

    @Override
    public final void clearParameters() throws SQLException {
        prepared.clearParameters();
        try {
            if (kept != null) {
                kept.clear();
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            kept = null;
        }
    }

    @Override
    public final void addBatch() throws SQLException {
        prepared.addBatch();
        addedToBatch();
    }

    @Override
    public final boolean execute() throws SQLException {
        return funnel.count(this, CallKind.PREPARED_EXECUTE, sql, null) == CallKind.RESULT_SET;
    }

    @Override
    public final int executeUpdate() throws SQLException {
        return (int) funnel.count(this, CallKind.PREPARED_UPDATE, sql, null);
    }

    @Override
    public final long executeLargeUpdate() throws SQLException {
        return funnel.count(this, CallKind.PREPARED_LARGE_UPDATE, sql, null);
    }

    @Override
    public final @Nullable ResultSet executeQuery() throws SQLException {
        return results((ResultSet) funnel.object(this, CallKind.PREPARED_QUERY, sql), true);
    }
}
