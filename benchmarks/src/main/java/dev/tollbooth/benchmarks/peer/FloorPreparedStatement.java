package dev.tollbooth.benchmarks.peer;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A prepared statement whose executions are timed.
 *
 * <p>Not thread-safe.
 */
abstract class FloorPreparedStatement extends FloorStatement implements PreparedStatement {

    private final PreparedStatement delegate;

    FloorPreparedStatement(PreparedStatement delegate, FloorCounters counters) {
        super(delegate, counters);
        this.delegate = delegate;
    }

    @Override
    public void setLong(int index, long value) throws SQLException {
        delegate.setLong(index, value);
    }

    @Override
    public void setString(int index, String value) throws SQLException {
        delegate.setString(index, value);
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        long startNanos = System.nanoTime();
        ResultSet rows;
        try {
            rows = delegate.executeQuery();
        } finally {
            counters.executed(System.nanoTime() - startNanos);
        }
        return counted(rows);
    }

    @Override
    public int executeUpdate() throws SQLException {
        long startNanos = System.nanoTime();
        try {
            return delegate.executeUpdate();
        } finally {
            counters.executed(System.nanoTime() - startNanos);
        }
    }

    @Override
    public void addBatch() throws SQLException {
        delegate.addBatch();
    }

    @Override
    public int[] executeBatch() throws SQLException {
        long startNanos = System.nanoTime();
        try {
            return delegate.executeBatch();
        } finally {
            counters.executed(System.nanoTime() - startNanos);
        }
    }
}
