package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.session.Cancellable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A statement whose executions are accounted, and whose result sets count their rows.
 *
 * <p>Thread-safety: as the driver's statement. Its executions are counted exactly when several threads execute it; of rows
 * that two threads have read of its result sets and end at the same moment, one thread's may be missing.
 */
public abstract class StatementProxy implements Statement, Cancellable {

    private static final VarHandle RUN;

    static {
        try {
            RUN = MethodHandles.lookup().findVarHandle(StatementProxy.class, "run", StatementRun.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The driver's statement. */
    @Delegate
    protected final Statement delegate;

    final ConnectionProxy connection;
    final StatementFunnel funnel;
    /** Made for the first execution: a pool may hold many statements that never run. */
    private volatile @Nullable StatementRun run;

    /** What the last execution was accounted under. */
    @Nullable
    Digest lastDigest;

    /** The plan of the last execution, {@link Sha256#NONE} where it is not known. */
    Sha256 lastPlan = Sha256.NONE;

    /** Whether the server has not told yet what the last execution cost. */
    boolean costIsOpen;

    /** Whether the server tells with what comes later what the last execution cost. */
    boolean costIsLater;

    /** Whether the server has told what the last execution cost. */
    boolean costIsTold;

    /** Whether the last result set of {@link #lastDigest} had no fetch size, and none was set since. */
    boolean comesWhole;

    private boolean closed;

    private @Nullable BatchDigest batch;

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

    /** Returns what executions write. */
    final StatementRun run() {
        StatementRun known = run;
        if (known == null) {
            known = claimRun();
            known.leave();
        }
        return known;
    }

    /** Claims what the execution that begins now writes: a run of its own where another thread executes this statement. */
    final StatementRun claimRun() {
        StatementRun own = run;
        return own != null && own.claimFor(this) ? own : claimOther(own);
    }

    private StatementRun claimOther(@Nullable StatementRun own) {
        if (own != null && own.isOf(this)) {
            return claimNew();
        }
        StatementRun spare = funnel.spareRun();
        StatementRun claimed = spare != null && spare.isOf(null) && spare.claimFor(this) ? spare : claimNew();
        RUN.setRelease(this, claimed);
        return claimed;
    }

    private StatementRun claimNew() {
        StatementRun made = new PaddedStatementRun(this);
        if (!made.claim()) {
            throw new IllegalStateException("a run that nobody knows is claimed");
        }
        return made;
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

    @Override
    public final void setFetchSize(int rows) throws SQLException {
        comesWhole = false;
        delegate.setFetchSize(rows);
    }

    final void remember(Digest digest) {
        if (lastDigest != digest) {
            comesWhole = false;
            lastDigest = digest;
        }
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
        StatementRun last = run;
        if (last != null && last.isUnused()) {
            RUN.setRelease(this, null);
            funnel.keep(last);
        }
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
        StatementRun results = run();
        ResultSetProxy known = results.of(rows);
        if (known != null) {
            return known;
        }
        ResultSetProxy proxy = connection.factory.resultSet(rows, connection, this, lastDigest);
        results.opened(proxy);
        return proxy;
    }

    /** Ends the reading of all result sets: the driver closes them with what comes next. */
    final void endFetches() {
        StatementRun known = run;
        if (known != null) {
            known.endFetches();
        }
    }

    /** Forgets a result set; one that is closed after its statement finds nothing. */
    final void forget(ResultSetProxy closed) {
        StatementRun known = run;
        if (known != null) {
            known.forget(closed);
        }
    }

    /** Returns what the last execution wrote, null where there was none or this is closed. */
    final @Nullable StatementRun lastRun() {
        return run;
    }

    /** Reads the cost that is open still: it comes now or never. */
    final void endCost() {
        Digest digest = lastDigest;
        if (costIsOpen && digest != null) {
            funnel.late().drained(this, digest, true);
        }
    }

    /** Has the last execution explained, if that is to be. */
    final void explainLast() {
        Explaining explaining = funnel.explaining;
        if (explaining != null) {
            explaining.explain(this);
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
