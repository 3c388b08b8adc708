package dev.tollbooth.internal.proxy;

import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.WeakHashMap;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEvent;
import javax.sql.StatementEventListener;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection whose handles are proxies. Its events have this proxy as source and the application's statement,
 * because pools and statement caches look these up.
 *
 * <p>As thread-safe as the driver's pooled connection.
 */
public abstract class PooledConnectionProxy implements PooledConnection {

    /** The driver's pooled connection. */
    protected final PooledConnection delegate;

    final ConnectionWrapper wrapper;
    private final String user;
    private volatile boolean hasStatementListeners;
    /** The proxies of prepared statements by the driver's statement, from the first listener on. */
    private final Map<PreparedStatement, WeakReference<PreparedStatement>> prepared =
            new WeakHashMap<>(); // guarded by itself

    /** The proxy that {@link #getConnection} created last; null if there is none, or it was closed. */
    volatile @Nullable ConnectionProxy handle;

    /** Wraps {@code delegate}, made for {@code user}. */
    protected PooledConnectionProxy(PooledConnection delegate, ConnectionWrapper wrapper, String user) {
        this.delegate = delegate;
        this.wrapper = wrapper;
        this.user = user;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract PooledConnectionProxy create(
            PooledConnection newDelegate, ConnectionWrapper newWrapper, String newUser);

    @Override
    public final @Nullable Connection getConnection() throws SQLException {
        Connection connection = delegate.getConnection();
        try {
            ConnectionProxy last = handle;
            if (last != null && last.delegate == connection) {
                return last; // some drivers return the same object until it is closed
            }
            Connection wrapped = wrapper.wrap(connection, user);
            if (wrapped instanceof ConnectionProxy proxy) {
                proxy.pooled = this;
                handle = proxy;
            }
            return wrapped;
        } catch (RuntimeException | VirtualMachineError | LinkageError t) {
            wrapper.failures.uncounted++;
            return connection; // the driver's own connection, unaccounted
        }
    }

    @Override
    public final void addConnectionEventListener(@Nullable ConnectionEventListener listener) {
        delegate.addConnectionEventListener(listener == null ? null : new OwnSource(this, listener));
    }

    @Override
    public final void removeConnectionEventListener(@Nullable ConnectionEventListener listener) {
        delegate.removeConnectionEventListener(listener == null ? null : new OwnSource(this, listener));
    }

    @Override
    public final void addStatementEventListener(@Nullable StatementEventListener listener) {
        hasStatementListeners |= listener != null;
        delegate.addStatementEventListener(listener == null ? null : new OwnStatementSource(this, listener));
    }

    @Override
    public final void removeStatementEventListener(@Nullable StatementEventListener listener) {
        delegate.removeStatementEventListener(listener == null ? null : new OwnStatementSource(this, listener));
    }

    /** Stores a proxy that replaces the driver's statement in {@link StatementEvent}s. */
    final void prepared(PreparedStatementProxy proxy) {
        if (hasStatementListeners) {
            synchronized (prepared) {
                prepared.put(proxy.prepared, new WeakReference<>(proxy));
            }
        }
    }

    /**
     * Returns the application's statement for the driver's statement; the driver's own if it was prepared before the
     * first listener.
     */
    private @Nullable PreparedStatement ofApplication(@Nullable PreparedStatement drivers) {
        synchronized (prepared) {
            WeakReference<PreparedStatement> known = prepared.get(drivers);
            PreparedStatement proxy = known == null ? null : known.get();
            return proxy == null ? drivers : proxy;
        }
    }

    /**
     * A listener that replaces the source of events. It equals another one for the same listener, because drivers
     * search for the listener to remove.
     */
    private record OwnSource(PooledConnectionProxy source, ConnectionEventListener to)
            implements ConnectionEventListener {

        @Override
        public void connectionClosed(ConnectionEvent event) {
            to.connectionClosed(new ConnectionEvent(source, event.getSQLException()));
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            to.connectionErrorOccurred(new ConnectionEvent(source, event.getSQLException()));
        }
    }

    /** A listener that replaces the source of statement events, as {@link OwnSource}. */
    private record OwnStatementSource(PooledConnectionProxy source, StatementEventListener to)
            implements StatementEventListener {

        @Override
        public void statementClosed(StatementEvent event) {
            to.statementClosed(own(event));
        }

        @Override
        public void statementErrorOccurred(StatementEvent event) {
            to.statementErrorOccurred(own(event));
        }

        private StatementEvent own(StatementEvent event) {
            return new StatementEvent(source, source.ofApplication(event.getStatement()), event.getSQLException());
        }
    }
}
