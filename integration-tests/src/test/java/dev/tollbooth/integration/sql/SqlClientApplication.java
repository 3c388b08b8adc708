package dev.tollbooth.integration.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An operator's JDBC client in a JVM of its own, which runs statements and prints their results. */
final class SqlClientApplication {
    private SqlClientApplication() {}

    /** The arguments are URL, user, password and the statements. */
    public static void main(String[] arguments) {
        try (Connection connection = DriverManager.getConnection(arguments[0], arguments[1], arguments[2]);
                Statement statement = connection.createStatement()) {
            System.out.println("connected");
            for (String sql : Arrays.asList(arguments).subList(3, arguments.length)) {
                run(statement, sql);
            }
        } catch (SQLException e) {
            System.out.println("not connected: " + e.getMessage());
        }
    }

    private static void run(Statement statement, String sql) {
        try {
            if (!statement.execute(sql)) {
                System.out.println("done");
                return;
            }
            try (ResultSet rows = statement.getResultSet()) {
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        row.add(String.valueOf(rows.getObject(i)));
                    }
                    System.out.println("row " + String.join("|", row));
                }
            }
        } catch (SQLException e) {
            System.out.println("refused: " + e.getMessage().lines().findFirst().orElse(""));
        }
    }
}
