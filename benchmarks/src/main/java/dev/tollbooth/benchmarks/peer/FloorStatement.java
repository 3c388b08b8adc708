package dev.tollbooth.benchmarks.peer;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A statement whose executions are timed; for one thread. */
abstract class FloorStatement implements Statement {

    private final Statement delegate;
    final FloorHistogram histogram;

    FloorStatement(Statement delegate, FloorHistogram histogram) {
        this.delegate = delegate;
        this.histogram = histogram;
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        long startNanos = System.nanoTime();
        try {
            return delegate.executeQuery(sql);
        } finally {
            histogram.add(System.nanoTime() - startNanos);
        }
    }

    @Override
    public void close() throws SQLException {
        delegate.close();
    }
}
