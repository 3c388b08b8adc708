package dev.tollbooth.integration.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests connections that are aborted or killed while they execute, which is no failure of accounting. */
@ExtendWith(DatabasesExtension.class)
final class LostConnectionIT {

    private static final List<String> WAITS = List.of("select pg_sleep(60)", "select pg_sleep(60) from t where id < ?");

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL_14, ru.source, postgres",
        "POSTGRESQL_18, ru.source, postgres",
        "POSTGRESQL_18, ru.source, auto",
        "POSTGRESQL_18, ru.source, warning",
        "POSTGRESQL_18, plan.source, explain",
    })
    void connection_lostWhileItExecutes_isNotLoggedAsAFailure(
            Database database, String setting, String value, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "lost");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            statement.execute("create table t (id int primary key)");
            statement.execute("insert into t values (1)");
        }
        try (LoggedWarnings logged = new LoggedWarnings();
                Accounts accounts = new Accounts(endpoint, setting, value)) {
            for (boolean autoCommit : List.of(true, false)) {
                for (boolean kill : List.of(true, false)) {
                    for (String sql : WAITS) {
                        loseWhileExecuting(accounts, endpoint, sql, autoCommit, kill);
                    }
                }
            }
            assertThat(accounts.row("where `id` < ?").errors()).isEqualTo(4);
            assertThat(logged.messages()).noneMatch(message -> message.contains("accounting failed"));
        } finally {
            threads.shutdownNow();
        }
    }

    private void loseWhileExecuting(Accounts accounts, Endpoint endpoint, String sql, boolean autoCommit, boolean kill)
            throws Exception {
        Connection connection = accounts.connect();
        connection.setAutoCommit(autoCommit);
        int session = session(connection);
        Future<?> execution = threads.submit(() -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                if (sql.contains("?")) {
                    statement.setInt(1, 5);
                }
                statement.executeQuery();
            }
            return null;
        });
        try (Connection other = endpoint.connectDirectly();
                Statement statement = other.createStatement()) {
            awaitSleep(statement, session);
            if (kill) {
                statement.execute("select pg_terminate_backend(" + session + ")");
            } else {
                connection.abort(threads);
            }
        }
        assertThatThrownBy(() -> execution.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(SQLException.class);
        connection.close();
    }

    private static int session(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select pg_backend_pid()")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void awaitSleep(Statement statement, int session) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < deadline) {
            try (ResultSet rows = statement.executeQuery(
                    "select 1 from pg_stat_activity where wait_event = 'PgSleep' and pid = " + session)) {
                if (rows.next()) {
                    return;
                }
            }
            Thread.sleep(10);
        }
        throw new AssertionError("the statement did not begin: session=" + session);
    }
}
