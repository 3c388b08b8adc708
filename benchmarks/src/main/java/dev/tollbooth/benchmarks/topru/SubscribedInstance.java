package dev.tollbooth.benchmarks.topru;

import dev.tollbooth.benchmarks.noop.NoopDriver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * An instance over the do-nothing driver that serves gRPC, with reports of 100 users by 100 statements each 15 seconds.
 */
final class SubscribedInstance implements AutoCloseable {

    private static final int MANY = 100;
    private static final String LONG_NAME = "x".repeat(300);
    private static final String URL = "jdbc:tollbooth:" + NoopDriver.PREFIX.substring("jdbc:".length()) + 1;

    private final Properties properties = new Properties();
    private final int port;
    private final Connection opened;

    SubscribedInstance(String name) throws IOException, SQLException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        properties.setProperty("tollbooth.name", name);
        properties.setProperty("tollbooth.grpc.listen", Integer.toString(port));
        properties.setProperty("tollbooth.report.interval", "15s");
        opened = connect("app"); // opens the service
    }

    int port() {
        return port;
    }

    Connection connect(String user) throws SQLException {
        Properties ofUser = new Properties();
        ofUser.putAll(properties);
        ofUser.setProperty("user", user);
        return DriverManager.getConnection(URL, ofUser);
    }

    /** Executes each statement once by each user, so that the next report is full. */
    void executeMany() throws SQLException {
        for (int user = 0; user < MANY; user++) {
            executeMany(user, 0, MANY / 2);
            executeMany(user, MANY / 2, MANY);
        }
    }

    /** Executes some statements, not more at once, because a session holds 64 new keys between two ticks. */
    private void executeMany(int user, int first, int end) throws SQLException {
        try (Connection connection = connect(LONG_NAME + user);
                Statement statement = connection.createStatement()) {
            for (int i = first; i < end; i++) {
                try (ResultSet rows = statement.executeQuery("SELECT c" + i + " FROM item")) {
                    rows.next();
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        opened.close();
    }
}
