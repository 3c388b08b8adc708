package dev.tollbooth.cli.attach;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** An application on H2: executes what the tests know of, says so, and runs until its standard input ends. */
final class Application {

    static final String READY = "ready";

    private Application() {}

    /** The URL, then statements; what the database refuses, the application ignores. */
    public static void main(String[] arguments) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(arguments[0]);
                Statement statement = connection.createStatement()) {
            for (int i = 1; i < arguments.length; i++) {
                execute(statement, arguments[i]);
            }
            System.out.println(READY);
            while (System.in.read() >= 0) {
                // nothing comes but the end
            }
        }
    }

    private static void execute(Statement statement, String sql) {
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                rows.getObject(1);
            }
        } catch (SQLException e) {
            System.out.println("refused: " + e.getSQLState());
        }
    }
}
