package dev.tollbooth.integration.memory;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** An application that reads a result of 1 GB, and continues with its work if it can. */
final class LargeResultApplication {
    private LargeResultApplication() {}

    /**
     * Runs the application.
     *
     * @param arguments URL, user, password, and the query with the large result
     */
    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(arguments[0], arguments[1], arguments[2]);
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery(arguments[3])) {
                long read = 0;
                while (rows.next()) {
                    read++;
                }
                System.out.println("read=" + read);
            } catch (SQLException e) {
                System.out.println(
                        "sqlState=" + e.getSQLState() + ", message=" + e.getMessage() + ", cause=" + e.getCause());
            }
            try (ResultSet rows = statement.executeQuery("SELECT 4711")) {
                rows.next();
                System.out.println("worked on=" + rows.getInt(1));
            }
        }
    }
}
