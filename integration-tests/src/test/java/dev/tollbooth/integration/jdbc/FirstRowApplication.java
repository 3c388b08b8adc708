package dev.tollbooth.integration.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** An application in a JVM of its own that reads one row and ends. */
final class FirstRowApplication {
    static final String ROW = "the first row is ";

    private FirstRowApplication() {}

    /** Connects to a URL without a separate user, and prints the row. */
    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection(arguments[0]);
                PreparedStatement select = connection.prepareStatement("SELECT 7");
                ResultSet rows = select.executeQuery()) {
            rows.next();
            System.out.println(ROW + rows.getInt(1));
        }
    }
}
