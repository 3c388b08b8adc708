package dev.tollbooth.integration.plan;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Endpoint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** A database of customers and their orders, with an index on the customer that may be dropped. */
final class Shop implements AutoCloseable {

    /** Statements with one whole number as parameter. */
    static final List<String> STATEMENTS = List.of(
            "SELECT note FROM orders WHERE id = ?",
            "SELECT count(*) FROM orders WHERE customer_id = ?",
            "SELECT o.id, c.name FROM orders o JOIN customer c ON c.id = o.customer_id WHERE o.customer_id = ?",
            "SELECT c.name FROM customer c LEFT JOIN orders o ON o.customer_id = c.id WHERE c.id = ?",
            "SELECT customer_id, count(*) FROM orders WHERE id > ? GROUP BY customer_id",
            "SELECT id FROM orders WHERE id > 4990 + ? ORDER BY note",
            "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM orders WHERE id = ?)",
            "INSERT INTO orders (customer_id, id, note) VALUES (7, 100000 + ?, 'secret')",
            "UPDATE orders SET note = 'secret' WHERE customer_id = ?",
            "DELETE FROM orders WHERE note = 'secret' AND id = 100000 + ?");

    /** The statement that uses the index. */
    static final String BY_CUSTOMER = STATEMENTS.get(1);

    private static final int CUSTOMERS = 500;
    private static final int ORDERS = 5_000;

    private final Database database;
    private final Connection connection;

    private Shop(Database database, Connection connection) {
        this.database = database;
        this.connection = connection;
    }

    /** Fills the empty database of {@code endpoint}, and connects through {@code source}. */
    static Shop open(Endpoint endpoint, DataSource source) throws SQLException {
        try (Connection filling = endpoint.connectDirectly()) {
            try (Statement statement = filling.createStatement()) {
                statement.execute("CREATE TABLE customer (id INT PRIMARY KEY, name VARCHAR(40))");
                statement.execute("CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT, note VARCHAR(40))");
                statement.execute("CREATE INDEX by_customer ON orders (customer_id)");
            }
            filling.setAutoCommit(false);
            fill(filling, "INSERT INTO customer (id, name) VALUES (?, ?)", CUSTOMERS, 1);
            fill(filling, "INSERT INTO orders (id, note, customer_id) VALUES (?, ?, ?)", ORDERS, CUSTOMERS);
            filling.commit();
            filling.setAutoCommit(true);
            try (Statement statement = filling.createStatement()) {
                statement.execute(
                        endpoint.database() == Database.MARIADB ? "ANALYZE TABLE customer, orders" : "ANALYZE");
            }
        }
        return new Shop(endpoint.database(), source.getConnection());
    }

    private static void fill(Connection connection, String sql, int rows, int customers) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int i = 0; i < rows; i++) {
                insert.setInt(1, i);
                insert.setString(2, "text " + i);
                if (customers > 1) {
                    insert.setInt(3, i % customers);
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    void run(String sql, int parameter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, parameter);
            if (statement.execute()) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        rows.getString(1);
                    }
                }
            }
        }
    }

    void dropIndex() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP INDEX by_customer" + (database == Database.MARIADB ? " ON orders" : ""));
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
