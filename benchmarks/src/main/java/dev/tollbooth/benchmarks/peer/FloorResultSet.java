package dev.tollbooth.benchmarks.peer;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A result set whose rows are counted.
 *
 * <p>Not thread-safe.
 */
abstract class FloorResultSet implements ResultSet {

    private final ResultSet delegate;
    private final FloorCounters counters;

    FloorResultSet(ResultSet delegate, FloorCounters counters) {
        this.delegate = delegate;
        this.counters = counters;
    }

    @Override
    public boolean next() throws SQLException {
        boolean there = delegate.next();
        if (there) {
            counters.row();
        }
        return there;
    }

    @Override
    public long getLong(int column) throws SQLException {
        return delegate.getLong(column);
    }

    @Override
    public String getString(int column) throws SQLException {
        return delegate.getString(column);
    }

    @Override
    public void close() throws SQLException {
        delegate.close();
        counters.endRead();
    }
}
