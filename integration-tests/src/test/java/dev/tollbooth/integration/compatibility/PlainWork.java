package dev.tollbooth.integration.compatibility;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/** An application without a framework, in SQL that all databases of this test understand. */
final class PlainWork {
    /** The statements of {@link #run}: 12 executions, two of which fail, with seven rows and one. */
    static final Counts SENT = new Counts(12, 2, 8);

    private static final int THREADS = 4;
    private static final int ROUNDS = 5;

    private PlainWork() {}

    /**
     * Runs the work on four threads, each with its own table, and with a newly borrowed connection in each of five
     * rounds.
     */
    static Counts run(DataSource pool) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                String table = "passage" + i;
                ends.add(threads.submit(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        try (Connection connection = pool.getConnection()) {
                            run(connection, table);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return SENT.times(THREADS * ROUNDS);
    }

    /** Creates a table, fills it, reads it, fails twice on purpose, and drops it. */
    static Counts run(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table + " (id INT NOT NULL PRIMARY KEY, name VARCHAR(20))");
            insert(connection, table);
            read(connection, table);
            connection.setAutoCommit(false);
            statement.executeUpdate("DELETE FROM " + table);
            connection.rollback();
            statement.executeUpdate("DELETE FROM " + table + " WHERE id = 6");
            connection.commit();
            connection.setAutoCommit(true);
            fails(connection, "SELECT * FROM nowhere");
            statement.execute("DROP TABLE " + table);
        }
        return SENT;
    }

    private static void insert(Connection connection, String table) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?)")) {
            for (int id = 0; id < 3; id++) {
                set(insert, id);
                insert.executeUpdate();
            }
            for (int id = 3; id < 7; id++) {
                set(insert, id);
                insert.addBatch();
            }
            insert.executeBatch();
            set(insert, 0);
            try {
                insert.executeUpdate();
            } catch (SQLException duplicate) {
                return;
            }
        }
        throw new IllegalStateException("second row of one key: table=" + table);
    }

    private static void set(PreparedStatement insert, int id) throws SQLException {
        insert.setInt(1, id);
        insert.setString(2, "vehicle " + id);
    }

    private static void read(Connection connection, String table) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT name FROM " + table + " WHERE id < ?")) {
            for (int below : new int[] {7, 1}) {
                select.setInt(1, below);
                try (ResultSet rows = select.executeQuery()) {
                    int read = 0;
                    while (rows.next()) {
                        read++;
                    }
                    if (read != below) {
                        throw new IllegalStateException("rows=" + read + " expected=" + below + " table=" + table);
                    }
                }
            }
        }
    }

    /** Executes a failing statement on a statement object of its own, because DuckDB closes it after a failure. */
    static void fails(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
        } catch (SQLException refused) {
            return;
        }
        throw new IllegalStateException("no error: sql=" + sql);
    }
}
