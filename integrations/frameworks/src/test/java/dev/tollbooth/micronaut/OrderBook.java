package dev.tollbooth.micronaut;

import io.micronaut.transaction.TransactionOperations;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The work of the application: orders in one database, and an audit trail in another. */
@Singleton
final class OrderBook {
    static final int ORDERS = 20;
    /** The number of statements in each database: one to create the table, and one for each order. */
    static final int STATEMENTS = 1 + ORDERS;

    private final TransactionOperations<Connection> orders;
    private final TransactionOperations<Connection> audit;

    OrderBook(TransactionOperations<Connection> orders, @Named("audit") TransactionOperations<Connection> audit) {
        this.orders = orders;
        this.audit = audit;
    }

    void work() {
        orders.executeWrite(status -> execute(status.getConnection(), "CREATE TABLE orders (id INT PRIMARY KEY)"));
        audit.executeWrite(status -> execute(status.getConnection(), "CREATE TABLE trail (id INT PRIMARY KEY)"));
        for (int id = 1; id <= ORDERS; id++) {
            int order = id;
            orders.executeWrite(status -> insert(status.getConnection(), "INSERT INTO orders VALUES (?)", order));
            audit.executeWrite(status -> insert(status.getConnection(), "INSERT INTO trail VALUES (?)", order));
        }
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }

    private static int insert(Connection connection, String sql, int id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setInt(1, id);
            return insert.executeUpdate();
        }
    }
}
