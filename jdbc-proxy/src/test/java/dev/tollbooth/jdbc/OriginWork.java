package dev.tollbooth.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.h2.jdbcx.JdbcDataSource;

/** The work that tests of origins execute. */
final class OriginWork {

    private OriginWork() {}

    static Connection connect(Tollbooth to) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        h2.setUser("sa");
        return to.wrap(h2).getConnection();
    }

    /** Executes one statement {@code times} times. Its text contains {@code range}, and it returns three rows. */
    static void read(Connection connection, int times) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT x FROM system_range(1, ?)")) {
            for (int i = 0; i < times; i++) {
                statement.setInt(1, 3);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        rows.getInt(1);
                    }
                }
            }
        }
    }

    /**
     * Runs 150 tasks of {@code pool} on one connection: 100 executions by each of three jobs, and 150 without an
     * origin.
     */
    static void race(Tollbooth tollbooth, ExecutorService pool) throws Exception {
        try (Connection connection = connect(tollbooth)) {
            List<Future<?>> tasks = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                String origin = "job-" + i % 3;
                tasks.add(pool.submit(() -> {
                    tollbooth.withOrigin(origin, () -> read(connection, 2));
                    read(connection, 1);
                    return null;
                }));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
        } finally {
            pool.shutdown();
        }
    }

    /** Returns virtual threads by reflection, because the build is for Java 17. */
    static ExecutorService virtualThreads() throws ReflectiveOperationException {
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
}
