package dev.tollbooth.integration.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server for H2 in this JVM: a database in memory for each name, which exists until an empty one of that name is
 * requested or the tests end.
 */
final class H2Server implements DatabaseServer {
    private final Set<String> urls = ConcurrentHashMap.newKeySet();

    @Override
    public Endpoint emptyDatabase(String name) throws SQLException {
        String url = "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
        if (!urls.add(url)) {
            shutDown(url);
        }
        return new Endpoint(Database.H2, url, "sa", "");
    }

    @Override
    public void close() throws SQLException {
        for (String url : urls) {
            shutDown(url);
        }
    }

    private static void shutDown(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        }
    }
}
