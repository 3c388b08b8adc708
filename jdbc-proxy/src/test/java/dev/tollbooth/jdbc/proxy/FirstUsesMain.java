package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.jdbc.Tollbooth;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;

/** Uses an instance in each way that the threads of an application may, and says when it is made and when that begins. */
final class FirstUsesMain {

    static final String MADE = "the instance is made";

    private FirstUsesMain() {}

    public static void main(String[] args) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:uses;DB_CLOSE_DELAY=-1");
        try (Tollbooth tollbooth = Tollbooth.builder().build()) {
            DataSource accounted = tollbooth.wrap(h2);
            row(accounted);
            System.out.println(MADE);
            use(accounted);
        }
    }

    private static void row(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT 1");
                ResultSet rows = select.executeQuery()) {
            rows.next();
            rows.getInt(1);
        }
    }

    private static void use(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE hits (id INT PRIMARY KEY, n INT)");
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO hits VALUES (?, 1)", Statement.RETURN_GENERATED_KEYS)) {
                for (int i = 0; i < 100; i++) {
                    insert.setInt(1, i);
                    insert.executeUpdate();
                }
                connection.setAutoCommit(false);
                insert.setInt(1, 100);
                insert.addBatch();
                insert.executeBatch();
                connection.rollback();
                connection.setAutoCommit(true);
                insert.getGeneratedKeys().close();
            }
            statement.addBatch("UPDATE hits SET n = 2");
            statement.executeBatch();
            statement.executeUpdate("UPDATE hits SET n = 3", new String[] {"ID"});
            try (ResultSet rows = statement.executeQuery("SELECT * FROM hits")) {
                while (rows.next()) {
                    rows.getObject(1);
                }
                rows.getMetaData().getColumnCount();
            }
            fail(statement);
            try (CallableStatement call = connection.prepareCall("CALL 1")) {
                call.execute();
            }
            connection.getMetaData().getTables(null, null, "HITS", null).close();
        }
    }

    private static void fail(Statement statement) {
        try {
            statement.execute("SELECT nonsense");
            throw new AssertionError("did not fail");
        } catch (SQLException expected) {
            // it counts
        }
    }
}
