package dev.tollbooth.integration.process;

import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/**
 * An application that executes one statement, waits for all that starts within a second, and returns from its main
 * method.
 */
final class ShortApplication {

    private ShortApplication() {}

    public static void main(String[] args) throws SQLException, InterruptedException {
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:short");
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            System.out.println("counted=" + Tollbooth.shared().statements().executions());
            TimeUnit.MILLISECONDS.sleep(1_500);
        }
    }
}
