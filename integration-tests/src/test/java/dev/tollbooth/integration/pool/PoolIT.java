package dev.tollbooth.integration.pool;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.ResultLog;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.integration.workload.SameResults;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class PoolIT {
    private static final int THREADS = 2 * Pool.SIZE;
    private static final int TRANSFERS = 10;

    static Stream<Arguments> poolsAndDatabases() {
        return Arrays.stream(Pool.values())
                .flatMap(pool -> Stream.of(Database.H2, Database.POSTGRESQL_18, Database.MARIADB)
                        .map(database -> Arguments.of(pool, database)));
    }

    @ParameterizedTest
    @MethodSource("poolsAndDatabases")
    void transfers_throughPool_seeSameAsDirect(Pool pool, Database database, Databases databases) throws Exception {
        SameResults.check(databases, database, (route, endpoint, log) -> run(pool, route, endpoint, log));
    }

    private static void run(Pool pool, Route route, Endpoint endpoint, ResultLog log) throws Exception {
        DataSource dataSource = pool.open(route, endpoint);
        try (AutoCloseable closing = () -> close(dataSource)) {
            prepare(dataSource, log);
            transferFromAllThreads(dataSource);
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                log.rows("accounts", statement.executeQuery("SELECT id, balance FROM account ORDER BY id"));
                log.outcome("no such table", () -> statement.executeQuery("SELECT * FROM nowhere"));
                log.value("url", connection.getMetaData().getURL());
                log.value("auto-commit", connection.getAutoCommit());
                log.value("own", statement.getConnection() == connection);
            }
            log.outcome("closed with the connection", () -> closedWithConnection(dataSource));
        }
    }

    private static void prepare(DataSource dataSource, ResultLog log) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            log.value("ddl", statement.execute("CREATE TABLE account (id INT PRIMARY KEY, balance BIGINT NOT NULL)"));
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO account VALUES (?, ?)")) {
                for (int id = 0; id < THREADS; id++) {
                    insert.setInt(1, id);
                    insert.setLong(2, 1_000);
                    insert.addBatch();
                }
                log.value("batch", insert.executeBatch());
            }
            connection.rollback();
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO account VALUES (?, ?)")) {
                for (int id = 0; id < THREADS; id++) {
                    insert.setInt(1, id);
                    insert.setLong(2, 100);
                    log.value("insert", insert.executeUpdate());
                }
            }
            connection.commit();
        }
    }

    /**
     * Transfers money from all threads; each uses its own account only, so the result does not depend on their order.
     */
    private static void transferFromAllThreads(DataSource dataSource) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int id = 0; id < THREADS; id++) {
                int account = id;
                ends.add(threads.submit(() -> {
                    transfer(dataSource, account);
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void transfer(DataSource dataSource, int account) throws SQLException {
        for (int i = 0; i < TRANSFERS; i++) {
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                try (PreparedStatement update =
                        connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
                    update.setLong(1, account);
                    update.setInt(2, account);
                    update.executeUpdate();
                }
                if (i % 2 == 0) {
                    connection.commit();
                } else {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
            }
        }
    }

    private static boolean closedWithConnection(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement("SELECT balance FROM account WHERE id = 1");
        ResultSet rows = statement.executeQuery();
        connection.close();
        boolean closed = connection.isClosed() && statement.isClosed() && rows.isClosed();
        // closed twice is no error
        connection.close();
        return closed;
    }

    private static void close(DataSource dataSource) throws Exception {
        if (dataSource instanceof org.apache.tomcat.jdbc.pool.DataSource tomcat) {
            tomcat.close(true);
        } else {
            ((AutoCloseable) dataSource).close();
        }
    }
}
