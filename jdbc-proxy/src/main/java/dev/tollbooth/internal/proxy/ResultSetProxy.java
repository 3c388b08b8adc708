package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.ClientBytes;
import dev.tollbooth.internal.execution.ServerCosts;
import dev.tollbooth.internal.execution.StatementFunnel;
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
    @Delegate
    protected final ResultSet delegate;

    /** The connection; or a statement that the driver itself created, once the application asked for it. */
    private Object origin;

    /** The statement that the application executed; null for metadata. */
    private final @Nullable StatementProxy statement;

    /** The account of its rows; null if they don't count: generated keys, metadata. */
    private final @Nullable Account account;

    @Nullable
    ResultSetProxy older;

    // read since the last count
    private int rows;
    /** The number of {@link #rows} at which {@link #next} does more than count; {@link Fetching#NEVER} for never. */
    private int nextStop;

    private long fetchNanos;

    /** Wraps {@code delegate}; rows read for {@code statement} count in {@code account} if both are present. */
    protected ResultSetProxy(
            ResultSet delegate,
            ConnectionProxy connection,
            @Nullable StatementProxy statement,
            @Nullable Account account,
            int nextStop) {
        this.delegate = delegate;
        this.origin = connection;
        this.statement = statement;
        this.account = account;
        this.nextStop = nextStop;
    }

    /** Makes a prototype, on which only {@link #create} is called. */
    @SuppressWarnings("NullAway")
    protected ResultSetProxy() {
        this.delegate = null;
        this.origin = null;
        this.statement = null;
        this.account = null;
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
        if (rows == nextStop) {
            return nextAtStop();
        }
        if (delegate.next()) {
            rows++;
            return true;
        }
        ConnectionProxy connection = origin instanceof StatementProxy made ? made.connection : (ConnectionProxy) origin;
        OwnFailures failures = connection.funnel.failures;
        try {
            endRead();
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
        }
        return false;
    }

    final ConnectionProxy connection() {
        return origin instanceof StatementProxy made ? made.connection : (ConnectionProxy) origin;
    }

    private boolean nextAtStop() throws SQLException {
        ConnectionProxy connection = origin instanceof StatementProxy made ? made.connection : (ConnectionProxy) origin;
        OwnFailures failures = connection.funnel.failures;
        Journal watched = null;
        long start = 0;
        long allocated = ClientBytes.NOT_READ;
        boolean mayFetch = false;
        nextStop = rows + Fetching.STOP_ROWS;
        try {
            int size = Fetching.nextSize(delegate, statement);
            mayFetch = size != 0;
            if (mayFetch) {
                nextStop = rows + Math.abs(size);
                start = connection.funnel.nanoTime();
                allocated = connection.funnel.clientBytes.beginFetch(statement);
                watched = Fetching.watch(statement, account);
            } else {
                creditLongRead();
            }
        } catch (Throwable t) {
            mayFetch = false;
            try {
                failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
        }
        return mayFetch ? fetch(failures, watched, start, allocated) : next();
    }

    private boolean fetch(OwnFailures failures, @Nullable Journal watched, long start, long allocated)
            throws SQLException {
        long entry = watched == null ? 0 : watched.entry();
        boolean more;
        try {
            more = delegate.next();
        } catch (Throwable failure) {
            SQLException over = null;
            try {
                over = Fetching.failed(connection().funnel, watched, account, failure);
            } catch (RuntimeException | VirtualMachineError | LinkageError t) {
                failures.uncounted++;
                failures.unended = watched;
                failures.unendedEntry = entry;
            }
            if (over != null) {
                throw over;
            }
            throw failure;
        }
        try {
            fetched(watched, start, allocated, more);
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t, watched, entry);
            } catch (VirtualMachineError | LinkageError uncounted) {
                failures.uncounted++;
                failures.unended = watched == null ? failures.unended : watched;
                failures.unendedEntry = watched == null ? failures.unendedEntry : entry;
            }
        }
        if (more) {
            rows++;
        }
        return more;
    }

    private void fetched(@Nullable Journal watched, long start, long allocated, boolean more) {
        StatementFunnel funnel = connection().funnel;
        if (watched != null) {
            funnel.session.endFetch(watched);
        }
        funnel.clientBytes.endFetch(statement, allocated);
        fetchNanos += funnel.nanoTime() - start;
        if (statement != null) {
            statement.fetches++;
        }
        if (more) {
            creditLongRead();
        } else {
            endRead();
        }
    }

    private void creditLongRead() {
        if (Fetching.isLong(rows, bytes, fetchNanos)) {
            credit();
        }
    }

    /** Counts the rows read so far and stops counting, because the result set is closed or read to its end. */
    final void endFetch() {
        boolean early = nextStop != Fetching.NEVER;
        nextStop = Fetching.NEVER;
        credit(early);
    }

    /** Ends the read after the last row, with which the server may have reported the cost. */
    private void endRead() {
        nextStop = Fetching.NEVER;
        credit();
        StatementProxy owner = statement;
        if (owner != null) {
            owner.wasRead(this);
        }
        if (owner != null && account != null) {
            owner.endCost(false);
            owner.readCosts(delegate);
        }
    }

    /** Counts the rows and bytes since the last call. */
    final void credit() {
        credit(false);
    }

    private void credit(boolean closedEarly) {
        StatementProxy owner = statement;
        if (owner == null || account == null) {
            return;
        }
        int read = rows;
        long nanos = fetchNanos;
        long size = bytes;
        if ((read | nanos | size) == 0 && owner.buffered <= 0) {
            return;
        }
        int trips = closedEarly ? ~owner.fetches : owner.fetches;
        nextStop = nextStop == Fetching.NEVER ? Fetching.NEVER : nextStop - read;
        rows = 0;
        fetchNanos = 0;
        owner.fetches = 0;
        bytes = 0;
        owner.funnel.read(owner, account, read, nanos, size, trips);
    }

    @Override
    public final void close() throws SQLException {
        ConnectionProxy connection = origin instanceof StatementProxy made ? made.connection : (ConnectionProxy) origin;
        OwnFailures failures = connection.funnel.failures;
        StatementProxy owner = statement;
        try {
            endFetch();
            if (owner != null && account != null) {
                owner.readCosts(delegate);
            }
            if (owner != null) {
                owner.forget(this);
            }
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
        }
        delegate.close();
        try {
            if (owner != null && account != null) {
                owner.endCost(true);
                owner.explainLast();
            }
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
        }
    }

    @Override
    public final @Nullable SQLWarning getWarnings() throws SQLException {
        SQLWarning warnings = delegate.getWarnings();
        ConnectionProxy connection = origin instanceof StatementProxy made ? made.connection : (ConnectionProxy) origin;
        OwnFailures failures = connection.funnel.failures;
        try {
            ServerCosts costs = connection.funnel.serverCosts;
            return costs == null ? warnings : costs.visible(warnings);
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
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
        ConnectionProxy connection = origin instanceof StatementProxy made ? made.connection : (ConnectionProxy) origin;
        OwnFailures failures = connection.funnel.failures;
        try {
            if (origin instanceof StatementProxy made && made.delegate == from) {
                return made;
            }
            StatementProxy made = connection.factory.statement(from, connection);
            made.ledToBy(this);
            origin = made;
            return made;
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
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
        ConnectionProxy connection = origin instanceof StatementProxy made ? made.connection : (ConnectionProxy) origin;
        OwnFailures failures = connection.funnel.failures;
        try {
            return value instanceof ResultSet rows
                    ? connection.factory.cursor(rows, connection, statement, account)
                    : count(value);
        } catch (Throwable t) {
            try {
                failures.caught(Place.FETCH, t);
            } catch (VirtualMachineError | LinkageError more) {
                failures.uncounted++;
            }
        }
        return value;
    }

    private <T> @Nullable T cursor(@Nullable T value, Class<T> type) {
        return type == ResultSet.class ? type.cast(read(value)) : count(value);
    }
}
