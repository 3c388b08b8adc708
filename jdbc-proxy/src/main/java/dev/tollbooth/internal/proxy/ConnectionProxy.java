package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.execution.ServerCosts;
import dev.tollbooth.internal.execution.StatementFunnel;
import dev.tollbooth.statement.EventKind;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose statements are accounted and whose commits and rollbacks are timed.
 *
 * <p>As thread-safe as the driver's connection.
 */
public abstract class ConnectionProxy extends UnreadResults implements Connection {

    private static final String CLIENT_USER = "ClientUser";

    /** The driver's connection. */
    protected final Connection delegate;

    final ProxyFactory factory;
    final StatementFunnel funnel;

    /** The last result of {@link #getMetaData}. */
    private @Nullable DatabaseMetaDataProxy metaData;

    /** The pooled connection of this handle; null if there is none. */
    @Nullable
    PooledConnectionProxy pooled;

    /** Wraps {@code delegate}; its executions go through {@code funnel}. */
    protected ConnectionProxy(Connection delegate, ProxyFactory factory, StatementFunnel funnel) {
        this.delegate = delegate;
        this.factory = factory;
        this.funnel = funnel;
    }

    /** Returns a new proxy of the same class as this one. */
    public abstract ConnectionProxy create(Connection newDelegate, ProxyFactory newFactory, StatementFunnel newFunnel);

    // the build makes every method that returns a statement or metadata call one of these
    // if no proxy can be made, the application gets the driver's own object, unaccounted: losing or closing it would be
    // worse

    final @Nullable Statement wrap(@Nullable Statement statement) {
        try {
            return statement == null ? null : factory.statement(statement, this);
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.BEGIN, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
        return statement;
    }

    final @Nullable PreparedStatement wrap(@Nullable PreparedStatement statement, String sql) {
        PreparedStatement made = statement;
        try {
            if (statement != null) {
                PreparedStatementProxy proxy = factory.prepared(statement, this, sql);
                made = proxy;
                if (pooled != null) {
                    pooled.prepared(proxy);
                }
                funnel.prepared(proxy);
            }
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.BEGIN, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
        return made;
    }

    final @Nullable CallableStatement wrap(@Nullable CallableStatement statement, String sql) {
        CallableStatement made = statement;
        try {
            if (statement != null) {
                CallableStatementProxy proxy = factory.callable(statement, this, sql);
                made = proxy;
                if (pooled != null) {
                    pooled.prepared(proxy);
                }
            }
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.BEGIN, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
        return made;
    }

    /** Returns the proxy of metadata; the same object of the driver gives the same proxy. */
    final @Nullable DatabaseMetaData wrap(@Nullable DatabaseMetaData found) {
        try {
            DatabaseMetaDataProxy known = metaData;
            if (found != null && (known == null || known.delegate != found)) {
                known = factory.metaData(found, this);
                metaData = known;
            }
            return found == null ? null : known;
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.BEGIN, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
        return found;
    }

    @Override
    public final @Nullable SQLWarning getWarnings() throws SQLException {
        SQLWarning warnings = delegate.getWarnings();
        try {
            ServerCosts costs = funnel.serverCosts;
            return costs == null ? warnings : costs.visibleOfConnection(warnings);
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.RU_SOURCE, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
        return warnings;
    }

    @Override
    public final void clearWarnings() throws SQLException {
        try {
            ServerCosts costs = funnel.serverCosts;
            if (costs != null) {
                costs.clearingConnection();
            }
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.RU_SOURCE, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
        delegate.clearWarnings();
    }

    @Override
    public final void setAutoCommit(boolean on) throws SQLException {
        delegate.setAutoCommit(on);
        try {
            funnel.transactions.autoCommitChanged(on);
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.TRANSACTION, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
    }

    @Override
    public final void commit() throws SQLException {
        funnel.transactions.end(EventKind.COMMIT, delegate, false, null);
    }

    @Override
    public final void rollback() throws SQLException {
        funnel.transactions.end(EventKind.ROLLBACK, delegate, false, null);
    }

    @Override
    public final void rollback(@Nullable Savepoint savepoint) throws SQLException {
        funnel.transactions.end(EventKind.ROLLBACK, delegate, true, savepoint);
    }

    @Override
    public final void setSchema(String schema) throws SQLException {
        delegate.setSchema(schema);
        schemaChanged(schema, false);
    }

    @Override
    public final void setCatalog(String catalog) throws SQLException {
        delegate.setCatalog(catalog);
        schemaChanged(catalog, true);
    }

    private void schemaChanged(@Nullable String name, boolean isCatalog) {
        try {
            if (funnel.traits.schemaIsCatalog == isCatalog) {
                funnel.schemaChanged(name);
            }
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.TRANSACTION, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
    }

    @Override
    public final void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {
        delegate.setClientInfo(name, value);
        try {
            if (CLIENT_USER.equals(name)) {
                funnel.clientUserChanged(value);
            }
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.BEGIN, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
    }

    @Override
    public final void setClientInfo(@Nullable Properties properties) throws SQLClientInfoException {
        delegate.setClientInfo(properties);
        try {
            // by JDBC, properties that are not listed are cleared
            funnel.clientUserChanged(properties == null ? null : properties.getProperty(CLIENT_USER));
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.BEGIN, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
    }

    @Override
    public final void close() throws SQLException {
        // first: the driver calls its pool within close, and may reuse the object for the next handle
        if (pooled != null && pooled.handle == this) {
            pooled.handle = null;
        }
        try {
            delegate.close();
        } finally {
            closed();
        }
    }

    private void closed() {
        try {
            try {
                endUnread();
            } finally {
                funnel.closed();
            }
        } catch (Throwable t) {
            try {
                funnel.failures.caught(Place.CLOSE, t);
            } catch (VirtualMachineError | LinkageError more) {
                funnel.failures.uncounted++;
            }
        }
    }

    @Override
    public final void abort(Executor executor) throws SQLException {
        try {
            delegate.abort(executor);
        } finally {
            closed();
        }
    }
}
