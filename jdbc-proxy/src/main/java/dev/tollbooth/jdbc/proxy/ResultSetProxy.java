package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A result set that counts the rows and bytes which the application reads, and times the calls of {@link #next} that
 * may fetch.
 *
 * <p>Timed are the calls at a fetch-size boundary, the first included: the others come from the driver's memory. With
 * fetch size 0 the driver has read all of the result in {@code execute}. A long read is credited every so often, so
 * that it is visible before it ends. Thread-safety: as the driver's result set.
 */
public abstract class ResultSetProxy implements ResultSet {

    private static final int NEVER = -1;
    /** A read is credited before its end at the first stop after as many rows or bytes, or as much time of fetching. */
    private static final int CREDIT_ROWS = 1_024;

    private static final long CREDIT_NANOS = 50_000_000;
    private static final long CREDIT_BYTES = 1 << 20;
    /** How often a read without fetch size stops to look. */
    private static final int STOP_ROWS = 64;
    /** With a larger fetch size too it stops so often: the rows that are not credited yet are an {@code int}. */
    private static final int MAX_STOP_ROWS = 1 << 30;

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

    // read since the last credit
    private int rows;
    /** The number of {@link #rows} at which {@link #next} does more than count; {@link #NEVER} where it just counts. */
    private int nextStop;

    private long bytes;
    private long fetchNanos;

    /** Wraps {@code delegate}; rows are accounted to {@code statement} under {@code digest} if both are there. */
    protected ResultSetProxy(
            ResultSet delegate,
            ConnectionProxy connection,
            @Nullable StatementProxy statement,
            @Nullable Digest digest,
            int nextStop) {
        this.delegate = delegate;
        this.connection = connection;
        this.statement = statement;
        this.digest = digest;
        this.nextStop = nextStop;
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
            @Nullable Digest newDigest,
            int firstStop);

    /**
     * Returns where a new proxy of {@code rows} stops first. Found before the proxy is made, whose fields HotSpot can then set
     * as it zeroes it: of a field that a masked store has zeroed the first addition waits 4 ns for that.
     */
    static int firstStop(ResultSet rows, @Nullable StatementProxy statement, @Nullable Digest digest) {
        if (digest == null) {
            return NEVER;
        }
        if (statement != null && !statement.comesWhole) {
            statement.comesWhole = fetchSize(rows) == 0; // asked once for all its results, until it gets another
            if (!statement.comesWhole) {
                statement.run().buffered = 0; // it comes in parts
                return 0;
            }
        }
        return STOP_ROWS;
    }

    /** Returns the driver's fetch size, 0 where the driver does not say. */
    private static int fetchSize(ResultSet rows) {
        try {
            return rows.getFetchSize();
        } catch (Throwable t) {
            if (t instanceof VirtualMachineError error) {
                throw error;
            }
            return 0;
        }
    }

    @Override
    public final boolean next() throws SQLException {
        if (rows == nextStop) {
            return nextAtStop();
        }
        if (delegate.next()) {
            rows++;
            return true;
        }
        endRead();
        return false;
    }

    private boolean nextAtStop() throws SQLException {
        int size = statement == null ? 0 : fetchSize(delegate);
        if (size == 0) {
            nextStop = rows + STOP_ROWS;
            creditLongRead();
            return next();
        }
        nextStop = rows + Math.min(size, MAX_STOP_ROWS);
        ClientBytes clientBytes = connection.funnel.clientBytes;
        long start = connection.funnel.nanoTime();
        long allocated = clientBytes.beginFetch(statement);
        boolean more = CancelledQuery.next(delegate, statement, digest);
        clientBytes.endFetch(statement, allocated);
        fetchNanos += connection.funnel.nanoTime() - start;
        if (!more) {
            endRead();
            return false;
        }
        creditLongRead();
        rows++;
        return true;
    }

    private void creditLongRead() {
        if (rows >= CREDIT_ROWS || bytes >= CREDIT_BYTES || fetchNanos >= CREDIT_NANOS) {
            credit();
        }
    }

    /** Credits what is not credited yet; rows read after that are not accounted: the application reads a closed result. */
    final void endFetch() {
        nextStop = NEVER;
        credit();
    }

    /** As {@link #endFetch}, at the last row: the server may have told now what it cost. */
    private void endRead() {
        endFetch();
        StatementProxy owner = statement;
        Digest of = digest;
        if (owner != null && of != null && owner.costIsOpen) {
            owner.funnel.late().drained(owner, of, false);
        }
        readWarnings();
    }

    /** A fetch may have brought what another execution cost. */
    private void readWarnings() {
        StatementProxy owner = statement;
        if (owner != null && owner.costIsLater && digest != null) {
            owner.funnel.late().readWarnings(delegate);
        }
    }

    private void credit() {
        StatementProxy owner = statement;
        Digest to = digest;
        if (owner == null || to == null) {
            return;
        }
        StatementRun run = owner.lastRun();
        int read = rows;
        long nanos = fetchNanos;
        long size = bytes;
        if ((read | nanos | size) == 0 && (run == null || run.buffered <= 0)) {
            return;
        }
        nextStop = nextStop == NEVER ? NEVER : nextStop - read;
        rows = 0;
        fetchNanos = 0;
        bytes = 0;
        StatementRun of = run == null ? owner.run() : run;
        owner.funnel.fetched(owner, of, to, read, nanos, size, of.buffered == 0 ? 0 : beyondGetters(of, size));
    }

    /**
     * Returns what makes of {@code size} bytes more that getters returned an increment of the larger of both: all that they
     * have returned, and what the driver holds.
     */
    private static long beyondGetters(StatementRun run, long size) {
        long buffered = run.buffered;
        long left = Math.abs(buffered);
        long covered = Math.min(left, size);
        run.buffered = covered - left;
        return Math.max(0, buffered) - covered;
    }

    final boolean read(boolean value) {
        bytes++;
        return value;
    }

    final byte read(byte value) {
        bytes++;
        return value;
    }

    final short read(short value) {
        bytes += Short.BYTES;
        return value;
    }

    final int read(int value) {
        bytes += Integer.BYTES;
        return value;
    }

    final long read(long value) {
        bytes += Long.BYTES;
        return value;
    }

    final float read(float value) {
        bytes += Float.BYTES;
        return value;
    }

    final double read(double value) {
        bytes += Double.BYTES;
        return value;
    }

    final byte @Nullable [] read(byte @Nullable [] value) {
        bytes += value == null ? 0 : value.length;
        return value;
    }

    final @Nullable String read(@Nullable String value) {
        bytes += value == null ? 0 : value.length();
        return value;
    }

    final @Nullable BigDecimal read(@Nullable BigDecimal value) {
        return count(value);
    }

    final @Nullable Date read(@Nullable Date value) {
        return count(value);
    }

    final @Nullable Time read(@Nullable Time value) {
        return count(value);
    }

    final @Nullable Timestamp read(@Nullable Timestamp value) {
        return count(value);
    }

    /** Counts a value by its kind: characters, bytes, or a number's eight; a stream's or a LOB's bytes are not seen. */
    private <T> @Nullable T count(@Nullable T value) {
        if (value instanceof String text) {
            bytes += text.length();
        } else if (value instanceof byte[] array) {
            bytes += array.length;
        } else if (value != null) {
            bytes += Long.BYTES;
        }
        return value;
    }

    @Override
    public final void close() throws SQLException {
        endFetch();
        readWarnings();
        StatementProxy owner = statement;
        if (owner != null) {
            owner.forget(this);
        }
        delegate.close();
        if (owner != null && digest != null) {
            owner.endCost();
            owner.explainLast();
        }
    }

    @Override
    public final @Nullable SQLWarning getWarnings() throws SQLException {
        return connection.funnel.visible(delegate.getWarnings());
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
        if (!(value instanceof ResultSet cursor) || value instanceof ResultSetProxy) {
            return count(value);
        }
        StatementProxy owner = statement;
        if (owner == null) {
            return connection.factory.resultSet(cursor, connection, null, digest);
        }
        owner.run().lent = true;
        boolean comesWhole = owner.comesWhole;
        owner.comesWhole = false; // a cursor's fetch size is its own
        ResultSetProxy lent = connection.factory.resultSet(cursor, connection, owner, digest);
        owner.comesWhole = comesWhole;
        return lent;
    }

    private <T> @Nullable T cursor(@Nullable T value, Class<T> type) {
        return type == ResultSet.class ? type.cast(cursor(value)) : count(value);
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
