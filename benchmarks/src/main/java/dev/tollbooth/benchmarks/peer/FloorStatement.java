package dev.tollbooth.benchmarks.peer;

import dev.tollbooth.benchmarks.ConcreteClass;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A statement whose executions are timed and whose rows are counted.
 *
 * <p>Not thread-safe.
 */
abstract class FloorStatement implements Statement {

    private static final MethodHandle NEW_RESULT_SET = ConcreteClass.constructor(
            MethodHandles.lookup(), FloorResultSet.class, FloorConnection.UNUSED, ResultSet.class, FloorCounters.class);

    private final Statement delegate;
    final FloorCounters counters;

    FloorStatement(Statement delegate, FloorCounters counters) {
        this.delegate = delegate;
        this.counters = counters;
    }

    final ResultSet counted(ResultSet rows) throws SQLException {
        try {
            return (FloorResultSet) NEW_RESULT_SET.invokeExact(rows, counters);
        } catch (Throwable e) {
            throw new SQLException("cannot wrap a result set", e);
        }
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        long startNanos = counters.begin();
        ResultSet rows;
        try {
            rows = delegate.executeQuery(sql);
        } finally {
            counters.end(startNanos, 0);
        }
        return counted(rows);
    }

    @Override
    public void close() throws SQLException {
        delegate.close();
    }
}
