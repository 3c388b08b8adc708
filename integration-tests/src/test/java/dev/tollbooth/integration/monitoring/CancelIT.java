package dev.tollbooth.integration.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that a statement which runs too long is seen and cancelled through the MBean alone. */
@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class CancelIT {
    private static final long GIVE_UP_SECONDS = 60;
    private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

    @ParameterizedTest
    @EnumSource(Database.class)
    void cancel_ofARunningStatement_endsItAndNothingElse(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "cancelled");
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (Connection connection = Route.TOLLBOOTH.connect(endpoint);
                Statement statement = connection.createStatement()) {
            Tollbooth.shared(); // has its MBeans from now on
            Future<Throwable> end = thread.submit(() -> catchThrowable(() -> drain(statement, slow(database))));
            try (AutoCloseable ending = statement::cancel) {
                cancelByBean(endpoint, end);
            }
            drain(statement, "SELECT 1");
        } finally {
            thread.shutdownNow();
        }
    }

    private void cancelByBean(Endpoint endpoint, Future<Throwable> end) throws Exception {
        CompositeData running = awaitRunning(end);
        assertThat(running.get("user").toString()).isEqualToIgnoringCase(endpoint.user());
        assertThat(running.get("text").toString())
                .containsIgnoringCase("select")
                .doesNotContain("77");
        assertThat(running.get("digest").toString()).matches("[0-9a-f]{64}");
        String id = (String) running.get("id");
        if (endpoint.database().isPostgresql()) {
            awaitAsleep(endpoint, end);
        }
        assertThat(cancelUntilEnded(id, end)).isInstanceOf(SQLException.class);
        assertThat(cancel(id)).as("cancel of an ended execution").isFalse();
        assertThat(running().isEmpty()).isTrue();
    }

    /**
     * Waits until the server executes the statement, because PostgreSQL ignores a cancel that comes before its
     * statement, and its driver sends only one.
     */
    private static void awaitAsleep(Endpoint endpoint, Future<?> end) throws SQLException {
        try (Connection observer = endpoint.connectDirectly();
                Statement statement = observer.createStatement()) {
            boolean asleep = false;
            while (!asleep && !end.isDone()) {
                try (ResultSet rows = statement.executeQuery(
                        "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()")) {
                    asleep = rows.next();
                }
            }
        }
    }

    /** Cancels until the statement ends, because the other servers ignore a cancel that comes too early. */
    private Throwable cancelUntilEnded(String id, Future<Throwable> end) throws Exception {
        assertThat(cancel(id)).isTrue();
        for (int i = 0; i < 10 * GIVE_UP_SECONDS; i++) {
            try {
                return end.get(100, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                cancel(id);
            }
        }
        throw new AssertionError("the statement did not end");
    }

    private static String slow(Database database) {
        return switch (database) {
            case H2 ->
                "SELECT count(*) FROM system_range(1, 7700000) a, system_range(1, 7700000) b WHERE a.x = b.x + 77";
            case POSTGRESQL_14, POSTGRESQL_18 -> "SELECT pg_sleep(77)";
            case MARIADB -> "SELECT count(*) FROM seq_1_to_5000000 a, seq_1_to_5000000 b WHERE a.seq = b.seq + 77";
        };
    }

    private static void drain(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                rows.getObject(1);
            }
        }
    }

    private CompositeData awaitRunning(Future<?> end) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(GIVE_UP_SECONDS);
        while (System.nanoTime() < deadline && !end.isDone()) {
            TabularData running = running();
            if (running.size() == 1) {
                return (CompositeData) running.values().iterator().next();
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("the statement was not seen running: ended=" + end.isDone());
    }

    private TabularData running() throws Exception {
        return (TabularData) beans.getAttribute(name(), "Running");
    }

    private boolean cancel(String id) throws Exception {
        return (Boolean) beans.invoke(name(), "cancel", new Object[] {id}, new String[] {String.class.getName()});
    }

    private static ObjectName name() throws Exception {
        return new ObjectName("dev.tollbooth:type=ActiveStatements,instance=default");
    }
}
