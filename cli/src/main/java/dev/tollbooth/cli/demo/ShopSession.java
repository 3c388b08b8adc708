package dev.tollbooth.cli.demo;

import dev.tollbooth.internal.figure.Figure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One connection of the shop's application. It uses plain JDBC without Tollbooth's classes, and counts its own
 * executions.
 *
 * <p>Not thread-safe.
 */
final class ShopSession implements AutoCloseable {

    private final Connection connection;
    private final Tally tally;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    ShopSession(Connection connection, Tally tally) throws SQLException {
        connection.setAutoCommit(false);
        this.connection = connection;
        this.tally = tally;
    }

    /** Runs a query and reads all its rows; returns the first column. */
    List<Object> query(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepare(sql, parameters);
        tally.add(Figure.COUNT, 1);
        try (ResultSet rows = statement.executeQuery()) {
            return firstColumn(rows);
        } catch (SQLException e) {
            tally.add(Figure.ERRORS, 1);
            throw e;
        }
    }

    /** Runs a query whose text contains its literals; returns the first column. */
    List<Object> queryText(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            tally.add(Figure.COUNT, 1);
            try (ResultSet rows = statement.executeQuery(sql)) {
                return firstColumn(rows);
            } catch (SQLException e) {
                tally.add(Figure.ERRORS, 1);
                throw e;
            }
        }
    }

    private List<Object> firstColumn(ResultSet rows) throws SQLException {
        List<Object> values = new ArrayList<>();
        while (rows.next()) {
            values.add(rows.getObject(1));
        }
        tally.add(Figure.ROWS_READ, values.size());
        return values;
    }

    /** Runs an insert, update, merge or delete; returns the number of changed rows. */
    int update(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepare(sql, parameters);
        tally.add(Figure.COUNT, 1);
        try {
            int changed = statement.executeUpdate();
            tally.add(Figure.ROWS_CHANGED, changed);
            return changed;
        } catch (SQLException e) {
            tally.add(Figure.ERRORS, 1);
            throw e;
        }
    }

    /** Runs all of {@code batch} as one execution. */
    void batch(String sql, List<Object[]> batch) throws SQLException {
        PreparedStatement statement = prepare(sql);
        for (Object[] parameters : batch) {
            bind(statement, parameters);
            statement.addBatch();
        }
        tally.add(Figure.COUNT, 1);
        try {
            for (int changed : statement.executeBatch()) {
                tally.add(Figure.ROWS_CHANGED, Math.max(0, changed));
            }
        } catch (SQLException e) {
            tally.add(Figure.ERRORS, 1);
            throw e;
        }
    }

    private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        bind(statement, parameters);
        return statement;
    }

    private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }

    /** Runs {@code work} in one transaction. An {@link SQLException} of {@code work} rolls the transaction back. */
    void transaction(Work work) throws SQLException {
        try {
            work.run();
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** The work of a transaction. */
    @FunctionalInterface
    interface Work {
        void run() throws SQLException;
    }
}
