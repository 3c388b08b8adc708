package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.observe.KeptParameters;
import java.sql.CallableStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A callable statement that also wraps the cursors that the driver returns as values.
 *
 * <p>As thread-safe as {@link StatementProxy}.
 */
public abstract class CallableStatementProxy extends PreparedStatementProxy implements CallableStatement {

    /** The driver's statement. */
    protected final CallableStatement callable;

    /** Wraps {@code callable}, which {@code connection} created from {@code sql}. */
    protected CallableStatementProxy(CallableStatement callable, ConnectionProxy connection, String sql) {
        super(callable, connection, sql);
        this.callable = callable;
    }

    /** Keeps nothing, because a call has no plan. */
    @Override
    public final void keepParameters() {
        // the setters of callable statements are not recorded
    }

    @Override
    public final long parameterHash() {
        return KeptParameters.UNKNOWN;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract CallableStatementProxy create(
            CallableStatement newDelegate, ConnectionProxy newConnection, String newSql);

    @Override
    public final <T> @Nullable T getObject(int index, Class<T> type) throws SQLException {
        return cursor(callable.getObject(index, type), type);
    }

    @Override
    public final <T> @Nullable T getObject(String name, Class<T> type) throws SQLException {
        return cursor(callable.getObject(name, type), type);
    }

    /** Wraps a cursor. The build makes {@code getObject} call this. */
    final @Nullable Object read(@Nullable Object value) {
        return value instanceof ResultSet rows ? results(rows, true) : value;
    }

    private <T> @Nullable T cursor(@Nullable T value, Class<T> type) {
        return type == ResultSet.class ? type.cast(read(value)) : value;
    }
}
