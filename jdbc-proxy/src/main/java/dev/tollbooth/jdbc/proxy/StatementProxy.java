package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.session.Cancellable;
import dev.tollbooth.accounting.session.Execution;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementStats;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A statement whose executions are accounted, and whose result sets count their rows.
 *
 * <p>Thread-safety: as the driver's statement. Accounting stays exact when several threads execute one statement.
 */
public abstract class StatementProxy implements Statement, Cancellable {

    /** The driver's statement. */
    @Delegate
    protected final Statement delegate;

    final ConnectionProxy connection;
    final StatementFunnel funnel;
    /** Made for the first execution: a pool may hold many statements that never run. */
    private @Nullable Execution execution;

    /** The row of the last execution and what it was found by: a hint, checked by the funnel at each use. */
    @Nullable
    StatementStats lastStats;

    /** Bytes that the result set is taken to hold; below 0, those that are credited and no getter has returned. */
    long buffered;

    @Nullable
    Digest lastDigest;

    @Nullable
    SchemaStatements lastSchema;

    /** Whom the last execution is accounted to, and the reading of its result sets. */
    String user = "";

    /** The plan of the last execution, {@link Sha256#NONE} where it is not known. */
    Sha256 lastPlan = Sha256.NONE;

    /** Which plan the last execution runs in, and of what statement that is: a hint, checked at each use. */
    @Nullable
    PlanEntry planEntry;

    @Nullable
    Digest planEntryOf;

    /** The last execution, while it is to be explained. */
    @Nullable
    PendingPlan pendingPlan;

    /** Whether the server has not told yet what the last execution cost. */
    boolean costIsOpen;

    /** Whether the server tells with what comes later what the last execution cost. */
    boolean costIsLater;

    /** Whether the server has told what the last execution cost. */
    boolean costIsTold;

    /** What a batch that has just ended returned, until its cost is read. */
    @Nullable
    Object batchCounts;

    /** What the last execution made the client hold; null until one was read. */
    ClientBytes.@Nullable Held held;

    /** Whether the last execution's request units are collected, and so those of its result set. */
    boolean collected;

    private boolean closed;

    private @Nullable BatchDigest batch;

    /** The result sets that are not closed yet, the newest first, linked by {@link ResultSetProxy#older}. */
    private @Nullable ResultSetProxy openResults;

    /** Wraps {@code delegate}, a statement of {@code connection}. */
    protected StatementProxy(Statement delegate, ConnectionProxy connection) {
        this.delegate = delegate;
        this.connection = connection;
        this.funnel = connection.funnel;
        funnel.session().statementOpened();
    }

    /** A prototype: good for {@link #create} only. */
    @SuppressWarnings("NullAway") // nothing is called on it but create
    protected StatementProxy() {
        this.delegate = null;
        this.connection = null;
        this.funnel = null;
    }

    /** Returns what an execution is shown by; threads that are the first to execute this at once may get one each. */
    final Execution execution() {
        Execution known = execution;
        if (known == null) {
            known = new Execution(funnel.session(), this);
            execution = known;
        }
        return known;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract StatementProxy create(Statement newDelegate, ConnectionProxy newConnection);

    /** Returns the digest that an execution of {@code sql} is accounted under. */
    Digest digest(ExecuteMethod method, String sql) {
        if (method == ExecuteMethod.BATCH || method == ExecuteMethod.LARGE_BATCH) {
            BatchDigest added = batch;
            return added == null ? funnel.digest("") : added.digest();
        }
        return funnel.digest(sql);
    }

    /** Returns the text that this was prepared from, empty if it was not. */
    String preparedSql() {
        return "";
    }

    /** Keeps the parameters of the next execution, where they can be kept. */
    void keepParameters() {
        // there are none
    }

    /** Returns what was kept of the execution that has ended, and keeps no more; null if nothing was. */
    @Nullable
    BoundParameters takeParameters() {
        return null;
    }

    @Override
    public final boolean execute(String sql) throws SQLException {
        return funnel.count(this, ExecuteMethod.EXECUTE, sql, null) != 0;
    }

    @Override
    public final boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        return funnel.count(this, ExecuteMethod.EXECUTE_KEYS, sql, autoGeneratedKeys) != 0;
    }

    @Override
    public final boolean execute(String sql, int[] columnIndexes) throws SQLException {
        return funnel.count(this, ExecuteMethod.EXECUTE_COLUMN_INDEXES, sql, columnIndexes) != 0;
    }

    @Override
    public final boolean execute(String sql, String[] columnNames) throws SQLException {
        return funnel.count(this, ExecuteMethod.EXECUTE_COLUMN_NAMES, sql, columnNames) != 0;
    }

    @Override
    public final int executeUpdate(String sql) throws SQLException {
        return (int) funnel.count(this, ExecuteMethod.UPDATE, sql, null);
    }

    @Override
    public final int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return (int) funnel.count(this, ExecuteMethod.UPDATE_KEYS, sql, autoGeneratedKeys);
    }

    @Override
    public final int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return (int) funnel.count(this, ExecuteMethod.UPDATE_COLUMN_INDEXES, sql, columnIndexes);
    }

    @Override
    public final int executeUpdate(String sql, String[] columnNames) throws SQLException {
        return (int) funnel.count(this, ExecuteMethod.UPDATE_COLUMN_NAMES, sql, columnNames);
    }

    @Override
    public final long executeLargeUpdate(String sql) throws SQLException {
        return funnel.count(this, ExecuteMethod.LARGE_UPDATE, sql, null);
    }

    @Override
    public final long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return funnel.count(this, ExecuteMethod.LARGE_UPDATE_KEYS, sql, autoGeneratedKeys);
    }

    @Override
    public final long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return funnel.count(this, ExecuteMethod.LARGE_UPDATE_COLUMN_INDEXES, sql, columnIndexes);
    }

    @Override
    public final long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
        return funnel.count(this, ExecuteMethod.LARGE_UPDATE_COLUMN_NAMES, sql, columnNames);
    }

    @Override
    public final @Nullable ResultSet executeQuery(String sql) throws SQLException {
        return results((ResultSet) funnel.object(this, ExecuteMethod.QUERY, sql));
    }

    @Override
    public final int @Nullable [] executeBatch() throws SQLException {
        try {
            return (int[]) funnel.object(this, ExecuteMethod.BATCH, "");
        } finally {
            batch = null;
        }
    }

    @Override
    public final long @Nullable [] executeLargeBatch() throws SQLException {
        try {
            return (long[]) funnel.object(this, ExecuteMethod.LARGE_BATCH, "");
        } finally {
            batch = null;
        }
    }

    @Override
    public final void addBatch(String sql) throws SQLException {
        delegate.addBatch(sql);
        batch = funnel.added(batch, sql);
    }

    @Override
    public final void clearBatch() throws SQLException {
        delegate.clearBatch();
        batch = null;
    }

    final void remember(Digest digest, SchemaStatements schema, StatementStats stats) {
        lastDigest = digest;
        lastSchema = schema;
        lastStats = stats;
    }

    @Override
    public final @Nullable ResultSet getResultSet() throws SQLException {
        return results(delegate.getResultSet());
    }

    @Override
    public final @Nullable ResultSet getGeneratedKeys() throws SQLException {
        ResultSet keys = delegate.getGeneratedKeys();
        return keys == null ? null : connection.factory.resultSet(keys, connection, this, null);
    }

    @Override
    public final @Nullable Connection getConnection() throws SQLException {
        // asked, since a closed statement throws
        return delegate.getConnection() == null ? null : connection;
    }

    @Override
    public final void cancel() throws SQLException {
        delegate.cancel();
    }

    @Override
    public final void cancelFetch() throws SQLException {
        FetchCancel.send(delegate, connection.delegate);
    }

    @Override
    public final void close() throws SQLException {
        endFetches();
        if (!closed) {
            closed = true;
            funnel.session().statementClosed();
        }
        delegate.close();
        endCost();
        explainLast();
    }

    @Override
    public final @Nullable SQLWarning getWarnings() throws SQLException {
        return funnel.visible(delegate.getWarnings());
    }

    @Override
    public final void clearWarnings() throws SQLException {
        delegate.clearWarnings();
        funnel.late().cleared();
    }

    /** Wraps a result set of the last execution; the same driver's object gives the same proxy. */
    final @Nullable ResultSet results(@Nullable ResultSet rows) {
        if (rows == null || rows instanceof ResultSetProxy) {
            return rows;
        }
        for (ResultSetProxy open = openResults; open != null; open = open.older) {
            if (open.delegate == rows) {
                return open;
            }
        }
        ResultSetProxy proxy = connection.factory.resultSet(rows, connection, this, lastDigest);
        proxy.older = openResults;
        openResults = proxy;
        resultOpened();
        return proxy;
    }

    /** Credits the rows read so far and forgets the open result sets: the driver closes them with what comes next. */
    final void endFetches() {
        ResultSetProxy open = openResults;
        if (open != null) {
            openResults = null;
            for (; open != null; open = open.older) {
                open.endFetch();
                resultClosed();
            }
        }
    }

    /** Reads the cost that is open still: it comes now or never. */
    final void endCost() {
        Digest digest = lastDigest;
        if (costIsOpen && digest != null) {
            funnel.drained(this, digest, true);
        }
    }

    /** Has the last execution explained, if that is to be. */
    final void explainLast() {
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.explain(this);
        }
    }

    private void resultOpened() {
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.resultOpened();
        }
    }

    private void resultClosed() {
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.resultClosed();
        }
    }

    final void forget(ResultSetProxy closed) {
        ResultSetProxy open = openResults;
        if (open == closed) {
            openResults = closed.older;
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
        return this == other || delegate.equals(other instanceof StatementProxy proxy ? proxy.delegate : other);
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
