package dev.tollbooth.benchmarks.noop;

import java.sql.ResultSet;
import java.sql.Statement;

/**
 * A result set of invented rows, reused by each execution of its statement.
 *
 * <p>Not thread-safe.
 */
abstract class NoopResultSet implements ResultSet {

    private final NoopStatement statement;
    private final int rows;
    private int row;
    private boolean closed;

    NoopResultSet(NoopStatement statement, int rows) {
        this.statement = statement;
        this.rows = rows;
    }

    void rewind() {
        row = 0;
        closed = false;
    }

    @Override
    public boolean next() {
        return row++ < rows;
    }

    @Override
    public long getLong(int column) {
        return row;
    }

    @Override
    public String getString(int column) {
        return "name";
    }

    @Override
    public Statement getStatement() {
        return statement;
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
