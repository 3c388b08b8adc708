package dev.tollbooth.benchmarks.noop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A statement that counts its executions and returns the same result set, from its begin, each time.
 *
 * <p>Not thread-safe.
 */
abstract class NoopStatement implements Statement {

    private static final MethodHandle NEW_RESULT_SET =
            NoopClass.constructor(MethodHandles.lookup(), NoopResultSet.class, NoopStatement.class, int.class);

    private final NoopConnection connection;
    private final NoopResultSet resultSet;
    private boolean closed;

    NoopStatement(NoopConnection connection, int rows) throws SQLException {
        this.connection = connection;
        try {
            this.resultSet = (NoopResultSet) NEW_RESULT_SET.invokeExact(this, rows);
        } catch (Throwable e) {
            throw new SQLException("cannot make a result set", e);
        }
    }

    final ResultSet query() throws SQLException {
        connection.executed(1);
        resultSet.rewind();
        return resultSet;
    }

    final int update() throws SQLException {
        connection.executed(1);
        return 1;
    }

    final void executedBatch(int size) throws SQLException {
        connection.executed(size);
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        return query();
    }

    @Override
    public int executeUpdate(String sql) throws SQLException {
        return update();
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public int getUpdateCount() {
        return -1;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
