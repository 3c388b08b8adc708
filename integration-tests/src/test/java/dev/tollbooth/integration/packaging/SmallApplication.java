package dev.tollbooth.integration.packaging;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** An application in a JVM of its own on class paths of its test, which runs a few statements through the prefix. */
final class SmallApplication {
    static final int EXECUTIONS = 12;

    private SmallApplication() {}

    /** Prints the rows read, then the driver's URL. */
    public static void main(String[] arguments) throws SQLException {
        run();
    }

    static void run() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:small")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            }
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
                for (int i = 0; i < EXECUTIONS - 2; i++) {
                    insert.setInt(1, i);
                    insert.executeUpdate();
                }
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
                rows.next();
                System.out.println("rows=" + rows.getInt(1));
            }
            System.out.println("url=" + connection.getMetaData().getURL());
        }
    }
}
