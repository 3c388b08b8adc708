package dev.tollbooth.benchmarks.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The work of an application with one connection. Each method is one kind, measured by one benchmark.
 *
 * <p>Not thread-safe.
 */
public final class Workload {

    /** The rows of {@link #scan}. */
    public static final int SCAN_ROWS = 1_000;
    /** The rows of {@link #batch}. */
    public static final int BATCH_ROWS = 100;

    static final String SELECT = "SELECT id, name FROM item WHERE id = ?";
    static final String UPDATE = "UPDATE item SET name = ? WHERE id = ?";
    static final String SCAN = "SELECT id, name FROM item ORDER BY id";

    private static final String LITERAL = "SELECT id, name FROM item WHERE id = ";
    /**
     * The number of different texts: enough to be new to every cache, but few enough that a peer which keeps all of
     * them does not exhaust memory.
     */
    private static final int LITERALS = 1 << 20;

    private final Connection connection;
    private int literal;

    /** Makes the workload of {@code connection}. */
    public Workload(Connection connection) {
        this.connection = connection;
    }

    /** Prepares the point select. */
    public PreparedStatement prepareSelect() throws SQLException {
        return connection.prepareStatement(SELECT);
    }

    /** Prepares the point update. */
    public PreparedStatement prepareUpdate() throws SQLException {
        return connection.prepareStatement(UPDATE);
    }

    /** Prepares the scan of the whole table. */
    public PreparedStatement prepareScan() throws SQLException {
        return connection.prepareStatement(SCAN);
    }

    /** Sets, executes and reads one row of a statement of {@link #prepareSelect}. */
    public static long select(PreparedStatement select) throws SQLException {
        select.setLong(1, 7);
        try (ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Sets and executes a statement of {@link #prepareUpdate}. */
    public static int update(PreparedStatement update) throws SQLException {
        update.setString(1, "name-7");
        update.setLong(2, 7);
        return update.executeUpdate();
    }

    /** Prepares, executes and closes the point select. */
    public long prepareAndSelect() throws SQLException {
        try (PreparedStatement select = prepareSelect()) {
            return select(select);
        }
    }

    /** Executes a text of 42 characters with a literal that was not used recently. */
    public long selectLiteral() throws SQLException {
        literal = (literal + 1) % LITERALS;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(LITERAL + literal)) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    /** Executes a statement of {@link #prepareScan} and reads two columns of each row. */
    public static long scan(PreparedStatement scan) throws SQLException {
        long sum = 0;
        try (ResultSet rows = scan.executeQuery()) {
            while (rows.next()) {
                sum += rows.getLong(1) + rows.getString(2).length();
            }
        }
        return sum;
    }

    /** Executes a statement of {@link #prepareUpdate} as one batch of {@link #BATCH_ROWS}. */
    public static int batch(PreparedStatement update) throws SQLException {
        for (int row = 1; row <= BATCH_ROWS; row++) {
            update.setString(1, "name");
            update.setLong(2, row);
            update.addBatch();
        }
        return update.executeBatch().length;
    }
}
