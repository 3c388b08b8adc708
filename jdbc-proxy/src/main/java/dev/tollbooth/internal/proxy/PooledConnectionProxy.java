package dev.tollbooth.internal.proxy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEvent;
import javax.sql.StatementEventListener;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection whose handles are proxies and whose events name the proxy as their source, since pools find
 * their entry by it.
 *
 * <p>Thread-safe where the driver's is.
 */
public abstract class PooledConnectionProxy implements PooledConnection {

    /** The driver's pooled connection. */
    @Delegate
    protected final PooledConnection delegate;

    final ConnectionWrapper wrapper;
    private final String user;
    private final Map<ConnectionEventListener, ConnectionEventListener> connectionListeners = new ConcurrentHashMap<>();
    private final Map<StatementEventListener, StatementEventListener> statementListeners = new ConcurrentHashMap<>();

    /** Wraps {@code delegate}, made for {@code user}. */
    protected PooledConnectionProxy(PooledConnection delegate, ConnectionWrapper wrapper, String user) {
        this.delegate = delegate;
        this.wrapper = wrapper;
        this.user = user;
    }

    /** A prototype: good for {@link #create} only. */
    @SuppressWarnings("NullAway") // nothing is called on it but create
    protected PooledConnectionProxy() {
        this.delegate = null;
        this.wrapper = null;
        this.user = null;
    }

    /** Returns a new proxy of the same class as this one. */
    protected abstract PooledConnectionProxy create(
            PooledConnection newDelegate, ConnectionWrapper newWrapper, String newUser);

    @Override
    public final @Nullable Connection getConnection() throws SQLException {
        Connection connection = delegate.getConnection();
        try {
            return wrapper.wrap(connection, user);
        } catch (Throwable t) {
            return connection; // not even the failure could be counted: the stack is full
        }
    }

    @Override
    public final void addConnectionEventListener(@Nullable ConnectionEventListener listener) {
        delegate.addConnectionEventListener(
                listener == null ? null : connectionListeners.computeIfAbsent(listener, OwnSource::new));
    }

    @Override
    public final void removeConnectionEventListener(@Nullable ConnectionEventListener listener) {
        ConnectionEventListener added = listener == null ? null : connectionListeners.remove(listener);
        delegate.removeConnectionEventListener(added == null ? listener : added);
    }

    @Override
    public final void addStatementEventListener(@Nullable StatementEventListener listener) {
        delegate.addStatementEventListener(
                listener == null ? null : statementListeners.computeIfAbsent(listener, OwnStatementSource::new));
    }

    @Override
    public final void removeStatementEventListener(@Nullable StatementEventListener listener) {
        StatementEventListener added = listener == null ? null : statementListeners.remove(listener);
        delegate.removeStatementEventListener(added == null ? listener : added);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return this == other || delegate.equals(other instanceof PooledConnectionProxy proxy ? proxy.delegate : other);
    }

    @Override
    public final int hashCode() {
        return delegate.hashCode();
    }

    @Override
    public final String toString() {
        return delegate.toString();
    }

    private final class OwnSource implements ConnectionEventListener {
        private final ConnectionEventListener to;

        OwnSource(ConnectionEventListener to) {
            this.to = to;
        }

        @Override
        public void connectionClosed(ConnectionEvent event) {
            to.connectionClosed(new ConnectionEvent(PooledConnectionProxy.this, event.getSQLException()));
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            to.connectionErrorOccurred(new ConnectionEvent(PooledConnectionProxy.this, event.getSQLException()));
        }
    }

    private final class OwnStatementSource implements StatementEventListener {
        private final StatementEventListener to;

        OwnStatementSource(StatementEventListener to) {
            this.to = to;
        }

        @Override
        public void statementClosed(StatementEvent event) {
            to.statementClosed(own(event));
        }

        @Override
        public void statementErrorOccurred(StatementEvent event) {
            to.statementErrorOccurred(own(event));
        }

        private StatementEvent own(StatementEvent event) {
            return new StatementEvent(PooledConnectionProxy.this, event.getStatement(), event.getSQLException());
        }
    }
}
