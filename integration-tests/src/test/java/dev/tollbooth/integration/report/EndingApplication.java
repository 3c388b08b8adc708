package dev.tollbooth.integration.report;

import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;

/** An application that ends right after its executions, and closes nothing. */
final class EndingApplication {
    static final int EXECUTIONS = 12;

    private EndingApplication() {}

    /**
     * Executes and ends.
     *
     * @param arguments where reports go; {@code exit} to end by {@link System#exit}; the agent that they are sent to
     *     too, if any
     */
    public static void main(String[] arguments) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("tollbooth.report.dir", arguments[0]);
        if (arguments.length > 2) {
            properties.setProperty("tollbooth.grpc.agent", arguments[2]);
        }
        Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:ending", properties);
        PreparedStatement select = connection.prepareStatement("SELECT X FROM SYSTEM_RANGE(1, ?)");
        for (int i = 0; i < EXECUTIONS; i++) {
            select.setInt(1, i);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    rows.getLong(1);
                }
            }
        }
        if (arguments.length > 2) {
            // by then it is connected to the agent, or tries: to load all that is not what the end is timed for
            Tollbooth.shared(Map.of("tollbooth.report.dir", arguments[0], "tollbooth.grpc.agent", arguments[2]));
        }
        System.out.println("ending=" + System.currentTimeMillis());
        if (arguments[1].equals("exit")) {
            System.exit(0);
        }
    }
}
