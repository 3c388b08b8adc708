package dev.tollbooth.junit.orders;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Three orders of two lines each in an H2 database, and the code that reads them.
 *
 * <p>Not thread-safe.
 */
final class OrderTables implements AutoCloseable {

    static final int ORDERS = 3;

    final String url;
    final Connection connection;

    OrderTables(String name) throws SQLException {
        this.url = "jdbc:tollbooth:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
        this.connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            statement.execute("drop all objects");
            statement.execute("create table orders (id int primary key, customer varchar(20))");
            statement.execute("create table order_line (id int primary key, order_id int, product varchar(20))");
            for (int order = 1; order <= ORDERS; order++) {
                statement.execute("insert into orders values (" + order + ", 'customer " + order + "')");
                for (int line = 2 * order; line <= 2 * order + 1; line++) {
                    statement.execute("insert into order_line values (" + line + ", " + order + ", 'tea')");
                }
            }
        }
    }

    List<Integer> orders() throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("select id from orders order by id")) {
            while (found.next()) {
                ids.add(found.getInt(1));
            }
        }
        return ids;
    }

    int lines(int order) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("select count(*) from order_line where order_id = ?")) {
            statement.setInt(1, order);
            try (ResultSet count = statement.executeQuery()) {
                count.next();
                return count.getInt(1);
            }
        }
    }

    /** Reads all lines with a statement for each order: the mistake of these tests. */
    int allLines() throws SQLException {
        int all = 0;
        for (int order : orders()) {
            all += lines(order);
        }
        return all;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
