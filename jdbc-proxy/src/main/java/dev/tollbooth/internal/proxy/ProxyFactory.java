package dev.tollbooth.internal.proxy;

import dev.tollbooth.internal.advice.SampledUses;
import dev.tollbooth.internal.execution.StatementFunnel;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.vendor.VendorInterfaces;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * A factory that creates the proxies of one data source or connection.
 *
 * <p>For each kind of proxy, it keeps a prototype for the driver's last class, so creating a proxy is one comparison
 * and one constructor call. A prototype is written only when it changes, because the threads of all connections read
 * it. Thread-safe: prototypes are immutable pairs; a lost race only repeats a look-up.
 */
public final class ProxyFactory {

    record Prototype<P>(Class<?> driverClass, P proxy) {}

    private final VendorInterfaces vendorInterfaces;
    private @Nullable Prototype<ConnectionProxy> connections;
    private @Nullable Prototype<StatementProxy> statements;
    private @Nullable Prototype<PreparedStatementProxy> prepared;
    private @Nullable Prototype<CallableStatementProxy> callables;
    private @Nullable Prototype<ResultSetProxy> resultSets;
    private @Nullable Prototype<DatabaseMetaDataProxy> metaData;

    /** Makes a factory of the classes that {@code vendorInterfaces} finds or writes. */
    public ProxyFactory(VendorInterfaces vendorInterfaces) {
        this.vendorInterfaces = vendorInterfaces;
    }

    private <P> Prototype<P> prototype(Class<P> base, Object delegate) {
        Class<?> driverClass = delegate.getClass();
        return new Prototype<>(driverClass, vendorInterfaces.prototype(base, driverClass));
    }

    ConnectionProxy connection(Connection delegate, StatementFunnel funnel) {
        Prototype<ConnectionProxy> found = connections;
        if (found == null || found.driverClass != delegate.getClass()) {
            found = prototype(ConnectionProxy.class, delegate);
            connections = found;
        }
        return found.proxy.create(delegate, this, funnel);
    }

    StatementProxy statement(Statement delegate, ConnectionProxy connection) {
        Prototype<StatementProxy> found = statements;
        if (found == null || found.driverClass != delegate.getClass()) {
            found = prototype(StatementProxy.class, delegate);
            statements = found;
        }
        return found.proxy.create(delegate, connection);
    }

    PreparedStatementProxy prepared(PreparedStatement delegate, ConnectionProxy connection, String sql) {
        Prototype<PreparedStatementProxy> found = prepared;
        if (found == null || found.driverClass != delegate.getClass()) {
            found = prototype(PreparedStatementProxy.class, delegate);
            prepared = found;
        }
        return found.proxy.create(delegate, connection, sql);
    }

    CallableStatementProxy callable(CallableStatement delegate, ConnectionProxy connection, String sql) {
        Prototype<CallableStatementProxy> found = callables;
        if (found == null || found.driverClass != delegate.getClass()) {
            found = prototype(CallableStatementProxy.class, delegate);
            callables = found;
        }
        return found.proxy.create(delegate, connection, sql);
    }

    /** Returns the proxy of {@code delegate}. The rows count in {@code account} if there is a statement and an account. */
    ResultSetProxy resultSet(
            ResultSet delegate,
            ConnectionProxy connection,
            @Nullable StatementProxy statement,
            @Nullable Account account) {
        Prototype<ResultSetProxy> found = resultSets;
        if (found == null || found.driverClass != delegate.getClass()) {
            found = prototype(ResultSetProxy.class, delegate);
            resultSets = found;
        }
        if (statement == null || account == null) {
            return found.proxy.create(delegate, connection, statement, null, Fetching.NEVER);
        }
        int firstStop = Fetching.firstStop(delegate, statement);
        ResultSet rows = statement.sampled == null
                ? delegate
                : sampled(delegate, statement, account, statement.sampled, found.proxy);
        return found.proxy.create(rows, connection, statement, account, firstStop);
    }

    /**
     * Returns the proxy of a cursor that the driver returned as a column's value. The rows count in {@code account} as
     * those of {@code owner}, if there are both.
     */
    ResultSet cursor(
            ResultSet cursor, ConnectionProxy connection, @Nullable StatementProxy owner, @Nullable Account account) {
        if (cursor instanceof ResultSetProxy) {
            return cursor;
        }
        if (owner == null || account == null) {
            return resultSet(cursor, connection, owner, null);
        }
        boolean comesWhole = owner.comesWhole;
        owner.comesWhole = false; // a cursor has its own fetch size
        ResultSetProxy made = resultSet(cursor, connection, owner, account);
        owner.comesWhole = comesWhole;
        connection.opened(made);
        return made;
    }

    private static ResultSet sampled(
            ResultSet delegate, StatementProxy reader, Account account, SampledUses.Use use, ResultSetProxy proxy) {
        reader.sampled = null;
        try {
            return ColumnReads.of(delegate, use, account.digest().text(), reader.funnel.traits, proxy);
        } catch (SQLException | RuntimeException e) {
            return delegate; // a driver or a class loader that doesn't let us look: then nobody does
        }
    }

    DatabaseMetaDataProxy metaData(DatabaseMetaData delegate, ConnectionProxy connection) {
        Prototype<DatabaseMetaDataProxy> found = metaData;
        if (found == null || found.driverClass != delegate.getClass()) {
            found = prototype(DatabaseMetaDataProxy.class, delegate);
            metaData = found;
        }
        return found.proxy.create(delegate, connection);
    }
}
