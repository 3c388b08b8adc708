package dev.tollbooth.benchmarks.migrating;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The statements of an application: ten executions, one of which is a batch and one fails, in two transactions. */
final class OrderDesk {
    static final long EXECUTIONS = 10;
    static final long ERRORS = 1;
    static final long ROWS_READ = 10;
    static final long COMMITS = 1;
    static final long ROLLBACKS = 1;

    private OrderDesk() {}

    static void run(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, customer VARCHAR(40))");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?)")) {
            for (int id = 1; id <= 3; id++) {
                order(insert, id);
                insert.executeUpdate();
            }
            for (int id = 4; id <= 5; id++) {
                order(insert, id);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        for (int i = 0; i < 2; i++) {
            read(connection);
        }
        fail(connection);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE orders SET customer = 'Ada' WHERE id = 1");
            connection.commit();
            statement.executeUpdate("UPDATE orders SET customer = 'Grace' WHERE id = 2");
            connection.rollback();
        }
        connection.setAutoCommit(true);
    }

    private static void order(PreparedStatement insert, int id) throws SQLException {
        insert.setInt(1, id);
        insert.setString(2, "customer " + id);
    }

    private static void read(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT id, customer FROM orders WHERE id > ?")) {
            select.setInt(1, 0);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    rows.getString(2);
                }
            }
        }
    }

    private static void fail(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO orders VALUES (1, 'twice')");
            throw new IllegalStateException("a key was taken twice");
        } catch (SQLException expected) {
            if (!"23505".equals(expected.getSQLState())) {
                throw expected;
            }
        }
    }
}
