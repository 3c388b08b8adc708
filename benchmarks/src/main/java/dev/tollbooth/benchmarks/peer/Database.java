package dev.tollbooth.benchmarks.peer;

import dev.tollbooth.benchmarks.noop.NoopDriver;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The database behind a wrapper: a driver that does nothing, or H2 in memory with the table {@code item}. */
public enum Database {
    /** The do-nothing driver. */
    NOOP {
        @Override
        public Origin origin(int rows) throws SQLException {
            return Origin.of(NoopDriver.PREFIX + rows);
        }
    },
    /** H2 in this JVM. */
    H2 {
        @Override
        public Origin origin(int rows) throws SQLException {
            Origin origin = Origin.of("jdbc:h2:mem:benchmark;DB_CLOSE_DELAY=-1");
            try (Connection connection = origin.connect()) {
                fill(connection);
            }
            return origin;
        }
    };

    /** The rows of the table {@code item}, whose ids are 1 to this number. */
    public static final int ITEMS = 1_000;

    /**
     * Returns a driver and URL to connect directly.
     *
     * @param rows rows of each result set of the do-nothing driver; those of H2 depend on the query
     */
    public abstract Origin origin(int rows) throws SQLException;

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS item(id BIGINT PRIMARY KEY, name VARCHAR(40))");
        }
        try (PreparedStatement insert = connection.prepareStatement("MERGE INTO item VALUES (?, ?)")) {
            for (int id = 1; id <= ITEMS; id++) {
                insert.setLong(1, id);
                insert.setString(2, "name-" + id);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
