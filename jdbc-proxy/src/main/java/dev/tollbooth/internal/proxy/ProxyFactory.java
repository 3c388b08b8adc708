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

    private <P> Prototype<P> prototype(@Nullable Prototype<P> last, Class<P> base, Object delegate) {
        Class<?> driverClass = delegate.getClass();
        if (last != null && last.driverClass == driverClass) {
            return last;
        }
        return new Prototype<>(driverClass, vendorInterfaces.prototype(base, driverClass));
    }

    ConnectionProxy connection(Connection delegate, StatementFunnel funnel) {
        Prototype<ConnectionProxy> found = prototype(connections, ConnectionProxy.class, delegate);
        if (found != connections) {
            connections = found;
        }
        return found.proxy.create(delegate, this, funnel);
    }

    StatementProxy statement(Statement delegate, ConnectionProxy connection) {
        Prototype<StatementProxy> found = prototype(statements, StatementProxy.class, delegate);
        if (found != statements) {
            statements = found;
        }
        return found.proxy.create(delegate, connection);
    }

    PreparedStatementProxy prepared(PreparedStatement delegate, ConnectionProxy connection, String sql) {
        Prototype<PreparedStatementProxy> found = prototype(prepared, PreparedStatementProxy.class, delegate);
        if (found != prepared) {
            prepared = found;
        }
        return found.proxy.create(delegate, connection, sql);
    }

    CallableStatementProxy callable(CallableStatement delegate, ConnectionProxy connection, String sql) {
        Prototype<CallableStatementProxy> found = prototype(callables, CallableStatementProxy.class, delegate);
        if (found != callables) {
            callables = found;
        }
        return found.proxy.create(delegate, connection, sql);
    }

    ResultSetProxy resultSet(
            ResultSet delegate,
            ConnectionProxy connection,
            @Nullable StatementProxy statement,
            @Nullable Account account) {
        Prototype<ResultSetProxy> found = prototype(resultSets, ResultSetProxy.class, delegate);
        if (found != resultSets) {
            resultSets = found;
        }
        int firstStop = Fetching.firstStop(delegate, statement, account);
        ResultSet rows = account == null ? delegate : sampled(delegate, account, connection.funnel, found.proxy);
        return found.proxy.create(rows, connection, statement, account, firstStop);
    }

    /**
     * Returns the proxy of a cursor that the driver returned as a column's value. The rows count as those of {@code
     * owner}, in {@code account}.
     */
    ResultSet cursor(
            ResultSet cursor, ConnectionProxy connection, @Nullable StatementProxy owner, @Nullable Account account) {
        if (cursor instanceof ResultSetProxy) {
            return cursor;
        }
        if (owner == null) {
            return resultSet(cursor, connection, null, account);
        }
        boolean comesWhole = owner.comesWhole;
        owner.comesWhole = false; // a cursor has its own fetch size
        ResultSetProxy made = resultSet(cursor, connection, owner, account);
        owner.comesWhole = comesWhole;
        return made;
    }

    private static ResultSet sampled(
            ResultSet delegate, Account account, StatementFunnel funnel, ResultSetProxy proxy) {
        SampledUses.Use use = funnel.columns(account);
        if (use == null) {
            return delegate;
        }
        try {
            return ColumnReads.of(delegate, use, account.digest().text(), funnel.traits, proxy);
        } catch (SQLException | RuntimeException e) {
            return delegate; // a driver or a class loader that doesn't let us look: then nobody does
        }
    }

    DatabaseMetaDataProxy metaData(DatabaseMetaData delegate, ConnectionProxy connection) {
        Prototype<DatabaseMetaDataProxy> found = prototype(metaData, DatabaseMetaDataProxy.class, delegate);
        if (found != metaData) {
            metaData = found;
        }
        return found.proxy.create(delegate, connection);
    }
}
