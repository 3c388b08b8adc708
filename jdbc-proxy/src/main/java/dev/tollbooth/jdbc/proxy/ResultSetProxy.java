package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A result set that counts the rows which the application reads, and times the calls of {@link #next} that may fetch.
 *
 * <p>Timed are the calls at a fetch-size boundary, the first included: the others come from the driver's memory. With
 * fetch size 0 the driver has read all of the result in {@code execute}. Thread-safety: as the driver's result set.
 */
public abstract class ResultSetProxy implements ResultSet {

    private static final long NEVER = -1;

    /** The driver's result set. */
    @Delegate
    protected final ResultSet delegate;

    private final ConnectionProxy connection;

    /** The statement that executed it; for a metadata result set the driver's own, wrapped when it is asked for. */
    private @Nullable StatementProxy statement;

    /** What its rows are accounted under, or null where they are not: generated keys, metadata. */
    private @Nullable Digest digest;

    @Nullable
    ResultSetProxy older;

    private long rows;
    private long fetchNanos;
    private long nextTimedRow;

    /** Wraps {@code delegate}; rows are accounted to {@code statement} under {@code digest} if both are there. */
    protected ResultSetProxy(
            ResultSet delegate,
            ConnectionProxy connection,
            @Nullable StatementProxy statement,
            @Nullable Digest digest) {
        this.delegate = delegate;
        this.connection = connection;
        this.statement = statement;
        this.digest = digest;
        this.nextTimedRow = digest == null || fetchSize() == 0 ? NEVER : 0;
    }

    /** A prototype: good for {@link #create} only. */
    @SuppressWarnings("NullAway") // nothing is called on it but create
    protected ResultSetProxy() {
        this.delegate = null;
        this.connection = null;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract ResultSetProxy create(
            ResultSet newDelegate,
            ConnectionProxy newConnection,
            @Nullable StatementProxy newStatement,
            @Nullable Digest newDigest);

    private int fetchSize() {
        return statement == null ? 0 : statement.funnel.fetchSize(delegate);
    }

    @Override
    public final boolean next() throws SQLException {
        if (rows == nextTimedRow) {
            return timedNext();
        }
        if (delegate.next()) {
            rows++;
            return true;
        }
        endFetch();
        return false;
    }

    private boolean timedNext() throws SQLException {
        int size = fetchSize();
        nextTimedRow = size > 0 ? rows + size : NEVER;
        long start = connection.funnel.nanoTime();
        boolean more = delegate.next();
        fetchNanos += connection.funnel.nanoTime() - start;
        if (more) {
            rows++;
        } else {
            endFetch();
        }
        return more;
    }

    /** Credits the rows and the time that are not credited yet. */
    final void endFetch() {
        StatementProxy owner = statement;
        Digest to = digest;
        long read = rows;
        if (owner == null || to == null || (read == 0 && fetchNanos == 0)) {
            return;
        }
        long nanos = fetchNanos;
        rows = 0;
        fetchNanos = 0;
        nextTimedRow = NEVER;
        owner.funnel.fetched(owner, to, read, nanos);
    }

    @Override
    public final void close() throws SQLException {
        endFetch();
        StatementProxy owner = statement;
        if (owner != null) {
            owner.forget(this);
        }
        delegate.close();
    }

    @Override
    public final @Nullable Statement getStatement() throws SQLException {
        // asked, since a closed result set throws
        Statement from = delegate.getStatement();
        if (from == null) {
            return null;
        }
        StatementProxy owner = statement;
        if (owner == null) {
            owner = connection.factory.statement(from, connection);
            statement = owner;
        }
        return owner;
    }

    @Override
    public final @Nullable Object getObject(int column) throws SQLException {
        return cursor(delegate.getObject(column));
    }

    @Override
    public final @Nullable Object getObject(String label) throws SQLException {
        return cursor(delegate.getObject(label));
    }

    @Override
    public final @Nullable Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
        return cursor(delegate.getObject(column, map));
    }

    @Override
    public final @Nullable Object getObject(String label, Map<String, Class<?>> map) throws SQLException {
        return cursor(delegate.getObject(label, map));
    }

    @Override
    public final <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
        return cursor(delegate.getObject(column, type), type);
    }

    @Override
    public final <T> @Nullable T getObject(String label, Class<T> type) throws SQLException {
        return cursor(delegate.getObject(label, type), type);
    }

    private @Nullable Object cursor(@Nullable Object value) {
        return value instanceof ResultSet cursor && !(value instanceof ResultSetProxy)
                ? connection.factory.resultSet(cursor, connection, statement, digest)
                : value;
    }

    private <T> @Nullable T cursor(@Nullable T value, Class<T> type) {
        return type == ResultSet.class ? type.cast(cursor(value)) : value;
    }

    @Override
    public final <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapping.unwrap(this, delegate, type);
    }

    @Override
    public final boolean isWrapperFor(Class<?> type) throws SQLException {
        return Wrapping.isWrapperFor(this, delegate, type);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other || delegate.equals(other instanceof ResultSetProxy proxy ? proxy.delegate : other);
    }

    @Override
    public final int hashCode() {
        return delegate.hashCode();
    }

    @Override
    public final String toString() {
        return delegate.toString();
    }
}
