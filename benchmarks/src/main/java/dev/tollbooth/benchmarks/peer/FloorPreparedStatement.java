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
        long startNanos = counters.begin();
        ResultSet rows;
        try {
            rows = delegate.executeQuery();
        } finally {
            counters.end(startNanos, 0);
        }
        return counted(rows);
    }

    @Override
    public int executeUpdate() throws SQLException {
        long startNanos = counters.begin();
        int rows = 0;
        try {
            rows = delegate.executeUpdate();
        } finally {
            counters.end(startNanos, rows);
        }
        return rows;
    }

    @Override
    public void addBatch() throws SQLException {
        delegate.addBatch();
    }

    @Override
    public int[] executeBatch() throws SQLException {
        long startNanos = counters.begin();
        try {
            return delegate.executeBatch();
        } finally {
            counters.end(startNanos, 0);
        }
    }
}
