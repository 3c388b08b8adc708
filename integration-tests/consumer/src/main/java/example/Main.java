package example;

import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A program that executes one statement through the URL's prefix, and checks that it was accounted. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:");
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1").close();
        }
        long executions = Tollbooth.shared().statements().executions();
        if (executions != 1) {
            throw new IllegalStateException("not accounted: executions=" + executions);
        }
        System.out.println("accounted: executions=" + executions);
    }
}
