package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.ClientBytes;
import dev.tollbooth.internal.execution.ServerCosts;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.OwnFailures;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A result set that counts rows and bytes as the application reads them, and times the calls of {@link #next} that may
 * fetch.
 *
 * <p>It times the first call and each call at a fetch-size boundary; the driver answers all other calls from its
 * memory. With fetch size 0 the driver has read the whole result in {@code execute}. A long read is counted in parts.
 * Code that runs on a full stack is inlined instead of called. As thread-safe as the driver's result set.
 */
public abstract class ResultSetProxy extends ReadBytes implements ResultSet {

    /** The driver's result set. */
    protected final ResultSet delegate;

    final ConnectionProxy connection;

    /** The statement that the application executed; null for metadata. */
    private final @Nullable StatementProxy statement;

    /** The account of the rows, which outlives the next execution of the statement; null for keys, metadata. */
    private final @Nullable Account account;

    /** A statement that the driver itself created for these rows, once the application asked for it. */
    private @Nullable StatementProxy driversOwn;

    @Nullable
    ResultSetProxy older;

    /** The rows read since the last count; {@link Fetching#NEVER} after the end of a read that may begin again. */
    private int rows;
    /** The number of {@link #rows} at which {@link #next} does more than count; {@link Fetching#NEVER} for never. */
    private int nextStop;

    /** Wraps {@code delegate}; rows read count in {@code account} if that is not null. */
    protected ResultSetProxy(
            ResultSet delegate,
            ConnectionProxy connection,
            @Nullable StatementProxy statement,
            @Nullable Account account,
            int nextStop) {
        this.delegate = delegate;
        this.connection = connection;
        this.statement = statement;
        this.account = account;
        this.nextStop = nextStop;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract ResultSetProxy create(
            ResultSet newDelegate,
            ConnectionProxy newConnection,
            @Nullable StatementProxy newStatement,
            @Nullable Account newAccount,
            int firstStop);

    @Override
    public final boolean next() throws SQLException {
        if (rows == nextStop && statement != null) {
            return rows == Fetching.NEVER ? nextAgain() : nextAtStop(statement);
        }
        if (delegate.next()) {
            rows++;
            return true;
        }
        try {
            endRead(false);
        } catch (Throwable t) {
            try {
                connection.funnel.failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                connection.funnel.failures.uncounted++;
            }
        }
        return false;
    }

    /** Reads on after the end, because the driver kept the result set open, or the application moved back. */
    private boolean nextAgain() throws SQLException {
        boolean more = delegate.next();
        try {
            if (more) {
                readAgain();
                rows++;
            } else {
                endRead(false);
            }
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            connection.funnel.failures.uncounted++;
        }
        return more;
    }

    private boolean nextAtStop(StatementProxy counted) throws SQLException {
        OwnFailures failures = counted.funnel.failures;
        Journal watched = null;
        long start = 0;
        long allocated = ClientBytes.NOT_READ;
        boolean mayFetch = false;
        nextStop = rows + Fetching.STOP_ROWS;
        try {
            int size = Fetching.nextSize(delegate, counted);
            mayFetch = size != 0;
            if (mayFetch) {
                nextStop = rows + Math.abs(size);
                start = counted.funnel.nanoTime();
                allocated = counted.funnel.clientBytes.beginFetch(counted);
                watched = Fetching.watch(counted);
            } else {
                creditLongRead(counted);
            }
        } catch (Throwable t) {
            mayFetch = false;
            try {
                failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
        }
        return mayFetch ? fetch(counted, watched, start, allocated) : next();
    }

    private boolean fetch(StatementProxy counted, @Nullable Journal watched, long start, long allocated)
            throws SQLException {
        OwnFailures failures = counted.funnel.failures;
        long entry = watched == null ? 0 : watched.entry();
        boolean more;
        try {
            more = delegate.next();
        } catch (Throwable failure) {
            SQLException over = null;
            try {
                over = Fetching.failed(counted, watched, account, failure);
            } catch (RuntimeException | VirtualMachineError | LinkageError t) {
                failures.uncounted++;
                if (watched != null) {
                    watched.unended = entry;
                }
            }
            if (over != null) {
                throw over;
            }
            throw failure;
        }
        try {
            fetched(counted, watched, start, allocated, more);
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t, watched, entry);
            } catch (VirtualMachineError | LinkageError uncounted) {
                failures.uncounted++;
                if (watched != null) {
                    watched.unended = entry;
                }
            }
        }
        if (more) {
            rows++;
        }
        return more;
    }

    private void fetched(StatementProxy counted, @Nullable Journal watched, long start, long allocated, boolean more) {
        if (watched != null) {
            counted.funnel.session.endFetch(watched);
        }
        counted.fetched(start, allocated);
        if (more) {
            creditLongRead(counted);
        } else {
            endRead(false);
        }
    }

    private void creditLongRead(StatementProxy counted) {
        if (Fetching.isLong(rows, bytes, counted.fetchNanos())) {
            creditSoFar();
        }
    }

    /** Counts the rows and bytes since the last call; the read continues. */
    final void creditSoFar() {
        if (nextStop != Fetching.NEVER) {
            nextStop -= rows;
            credit(false);
        }
    }

    private void credit(boolean closedEarly) {
        StatementProxy owner = statement;
        int read = rows;
        long size = bytes;
        if (owner != null && account != null && ((read | size) != 0 || owner.hasUncounted())) {
            rows = 0;
            bytes = 0;
            owner.funnel.read(owner, account, read, size, closedEarly);
        }
    }

    /** Counts the rows read so far and stops counting, because the result set is closed or read to its end. */
    final void endFetch(boolean closed) {
        if (nextStop != Fetching.NEVER) {
            nextStop = Fetching.NEVER;
            connection.wasRead(this);
            credit(closed);
            rows = Fetching.NEVER;
        } else if (bytes != 0 && account != null) { // of getters after the end
            rows = 0;
            credit(false);
            rows = Fetching.NEVER;
        }
    }

    @Override
    public final boolean first() throws SQLException {
        boolean onRow = delegate.first();
        try {
            readAgain();
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            connection.funnel.failures.uncounted++;
        }
        return onRow;
    }

    @Override
    public final boolean absolute(int row) throws SQLException {
        boolean onRow = delegate.absolute(row);
        try {
            readAgain();
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            connection.funnel.failures.uncounted++;
        }
        return onRow;
    }

    @Override
    public final boolean relative(int count) throws SQLException {
        boolean onRow = delegate.relative(count);
        try {
            readAgain();
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            connection.funnel.failures.uncounted++;
        }
        return onRow;
    }

    @Override
    public final boolean previous() throws SQLException {
        boolean onRow = delegate.previous();
        try {
            readAgain();
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            connection.funnel.failures.uncounted++;
        }
        return onRow;
    }

    /**
     * Lets a read that has ended, and may begin again, count when the connection is closed. Each caller has the guard
     * itself, because a full stack may have no room for this call.
     */
    private void readAgain() {
        if (account != null && nextStop == Fetching.NEVER) {
            rows = 0;
            nextStop = 1;
            connection.opened(this);
        }
    }

    private void endRead(boolean closed) {
        endFetch(closed);
        if (statement != null && account != null && statement.awaitsCost()) {
            statement.readCosts(delegate, !closed && statement.isOpen(this));
        }
    }

    @Override
    public final void close() throws SQLException {
        boolean last = false;
        try {
            endRead(true);
            last = statement != null && statement.forget(this);
        } catch (Throwable t) {
            try {
                connection.funnel.failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                connection.funnel.failures.uncounted++;
            }
        }
        delegate.close();
        try {
            if (last && statement != null) {
                statement.resultsClosed();
            }
        } catch (Throwable t) {
            try {
                connection.funnel.failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                connection.funnel.failures.uncounted++;
            }
        }
    }

    @Override
    public final @Nullable SQLWarning getWarnings() throws SQLException {
        SQLWarning warnings = delegate.getWarnings();
        try {
            ServerCosts costs = connection.funnel.serverCosts;
            return costs == null ? warnings : costs.visible(warnings);
        } catch (Throwable t) {
            try {
                connection.funnel.failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                connection.funnel.failures.uncounted++;
            }
        }
        return warnings;
    }

    /** Returns the proxy of the driver's answer, which for a cursor may be a statement of the driver's own. */
    @Override
    public final @Nullable Statement getStatement() throws SQLException {
        // calls the driver, because a closed result set throws
        Statement from = delegate.getStatement();
        if (from == null || (statement != null && statement.delegate == from)) {
            return from == null ? null : statement;
        }
        if (driversOwn != null && driversOwn.delegate == from) {
            return driversOwn;
        }
        try {
            StatementProxy made = connection.factory.statement(from, connection);
            made.ledToBy(this);
            driversOwn = made;
            return made;
        } catch (Throwable t) {
            try {
                connection.funnel.failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                connection.funnel.failures.uncounted++;
            }
        }
        return from;
    }

    @Override
    public final <T> @Nullable T getObject(int column, Class<T> type) throws SQLException {
        return cursor(delegate.getObject(column, type), type);
    }

    @Override
    public final <T> @Nullable T getObject(String label, Class<T> type) throws SQLException {
        return cursor(delegate.getObject(label, type), type);
    }

    /** Counts the value of a column, or wraps a cursor. The build makes {@code getObject} call this. */
    final @Nullable Object read(@Nullable Object value) {
        try {
            return value instanceof ResultSet cursor
                    ? connection.factory.cursor(cursor, connection, statement, account)
                    : count(value);
        } catch (Throwable t) {
            try {
                connection.funnel.failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                connection.funnel.failures.uncounted++;
            }
        }
        return value;
    }

    private <T> @Nullable T cursor(@Nullable T value, Class<T> type) {
        return type == ResultSet.class ? type.cast(read(value)) : count(value);
    }
}
