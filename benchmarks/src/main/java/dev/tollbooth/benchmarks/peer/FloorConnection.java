package dev.tollbooth.benchmarks.peer;

import dev.tollbooth.benchmarks.ConcreteClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import net.bytebuddy.implementation.ExceptionMethod;
import net.bytebuddy.implementation.Implementation;

/**
 * A connection whose statements are only counted; methods that no workload calls throw.
 *
 * <p>Not thread-safe.
 */
abstract class FloorConnection implements Connection {

    /** The body of methods that no workload calls. */
    static final Implementation UNUSED = ExceptionMethod.throwing(UnsupportedOperationException.class);

    private static final MethodHandle NEW_CONNECTION = ConcreteClass.constructor(
            MethodHandles.lookup(), FloorConnection.class, UNUSED, Connection.class, FloorCounters.class);
    private static final MethodHandle NEW_STATEMENT = ConcreteClass.constructor(
            MethodHandles.lookup(), FloorStatement.class, UNUSED, Statement.class, FloorCounters.class);
    private static final MethodHandle NEW_PREPARED_STATEMENT = ConcreteClass.constructor(
            MethodHandles.lookup(), FloorPreparedStatement.class, UNUSED, PreparedStatement.class, FloorCounters.class);

    private final Connection delegate;
    private final FloorCounters counters;

    FloorConnection(Connection delegate, FloorCounters counters) {
        this.delegate = delegate;
        this.counters = counters;
    }

    static Connection wrap(Connection delegate, FloorCounters counters) throws SQLException {
        try {
            return (FloorConnection) NEW_CONNECTION.invokeExact(delegate, counters);
        } catch (Throwable e) {
            throw new SQLException("cannot wrap a connection", e);
        }
    }

    @Override
    public Statement createStatement() throws SQLException {
        Statement statement = delegate.createStatement();
        try {
            return (FloorStatement) NEW_STATEMENT.invokeExact(statement, counters);
        } catch (Throwable e) {
            throw new SQLException("cannot wrap a statement", e);
        }
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        PreparedStatement statement = delegate.prepareStatement(sql);
        try {
            return (FloorPreparedStatement) NEW_PREPARED_STATEMENT.invokeExact(statement, counters.of(sql));
        } catch (Throwable e) {
            throw new SQLException("cannot wrap a statement", e);
        }
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        delegate.setAutoCommit(autoCommit);
    }

    @Override
    public void commit() throws SQLException {
        delegate.commit();
    }

    @Override
    public void close() throws SQLException {
        delegate.close();
    }
}
