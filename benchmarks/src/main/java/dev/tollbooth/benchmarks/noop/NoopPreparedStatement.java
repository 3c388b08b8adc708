package dev.tollbooth.benchmarks.noop;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * A prepared statement that ignores its parameters and counts its executions.
 *
 * <p>Not thread-safe.
 */
abstract class NoopPreparedStatement extends NoopStatement implements PreparedStatement {

    private static final int[] NO_COUNTS = {};

    private int batchSize;
    private int[] counts = NO_COUNTS;

    NoopPreparedStatement(NoopConnection connection, int rows) throws SQLException {
        super(connection, rows);
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        return query();
    }

    @Override
    public int executeUpdate() throws SQLException {
        return update();
    }

    @Override
    public void addBatch() {
        batchSize++;
    }

    @Override
    public int[] executeBatch() throws SQLException {
        if (counts.length != batchSize) {
            counts = new int[batchSize];
            Arrays.fill(counts, 1);
        }
        executedBatch(batchSize);
        batchSize = 0;
        return counts;
    }
}
