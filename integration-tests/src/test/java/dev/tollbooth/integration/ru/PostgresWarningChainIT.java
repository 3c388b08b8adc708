package dev.tollbooth.integration.ru;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that warnings without the hidden ones behave as the driver's own, even while their statement runs. */
@Timeout(60)
@ExtendWith(DatabasesExtension.class)
final class PostgresWarningChainIT {

    private static final long LOCK = 4711;

    /** Says m1, waits until the lock is free, says m2 and m3; each PERFORM makes a notice of auto_explain. */
    private static final String WAITS =
            "DO $$ BEGIN PERFORM 0; RAISE WARNING 'm1'; PERFORM 1; PERFORM pg_advisory_lock(" + LOCK
                    + "); RAISE WARNING 'm2'; PERFORM 2; RAISE WARNING 'm3'; PERFORM pg_advisory_unlock(" + LOCK
                    + "); END $$";

    /** As {@link #WAITS}, with the first warning before the first notice. */
    private static final String WAITS_AT_ONCE = WAITS.replace("PERFORM 0; ", "");

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private Endpoint endpoint;
    private Accounts accounts;
    private Connection connection;
    private Statement statement;
    private Connection lock;

    @BeforeEach
    void open(Databases databases) throws Exception {
        endpoint = databases.empty(Database.POSTGRESQL_18, "chains");
        accounts = new Accounts(endpoint, "ru.source", "postgres");
        connection = accounts.connect();
        statement = connection.createStatement();
        lock = endpoint.connectDirectly();
    }

    @AfterEach
    void close() throws SQLException {
        lock.close();
        other.shutdownNow();
        statement.close();
        connection.close();
        accounts.close();
    }

    private void lock(String function) throws SQLException {
        try (Statement locking = lock.createStatement()) {
            locking.execute("SELECT " + function + "(" + LOCK + ")");
        }
    }

    /** Runs it on another thread, up to the lock; returns its first warning. */
    private Future<Boolean> runUpToTheLock(String sql) throws SQLException {
        lock("pg_advisory_lock");
        return other.submit(() -> statement.execute(sql));
    }

    /** A loop that never ends is ended by the test's time limit. */
    private static void failIfTimedOut() {
        assertThat(Thread.interrupted()).as("timed out").isFalse();
    }

    private SQLWarning awaitWarning() throws SQLException {
        SQLWarning warning = statement.getWarnings();
        while (warning == null) {
            failIfTimedOut();
            warning = statement.getWarnings();
        }
        return warning;
    }

    @Test
    void getWarnings_again_isTheSameObject_untilCleared() throws Exception {
        for (int execution = 0; execution < 2; execution++) {
            statement.execute("DO $$ BEGIN PERFORM 1; RAISE WARNING 'm1'; PERFORM 2; RAISE WARNING 'm2'; END $$");
            SQLWarning first = statement.getWarnings();
            for (int i = 0; i < 100; i++) {
                assertThat((Object) statement.getWarnings()).isSameAs(first);
            }
            assertThat(Accounts.messages(first)).containsExactly("m1", "m2");
        }
        SQLWarning cleared = statement.getWarnings();
        statement.clearWarnings();
        assertThat((Object) statement.getWarnings()).isNull();
        assertThat(Accounts.messages(cleared)).hasSize(2);
    }

    @Test
    void getWarnings_askedForEachOfAThousand_copiesNoneAgain() throws Exception {
        statement.execute("DO $$ BEGIN FOR i IN 1..1000 LOOP RAISE WARNING 'l%', i; END LOOP; PERFORM 1; END $$");
        assertThat(Accounts.messages(statement.getWarnings())).hasSize(1_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        int at = 0;
        for (SQLWarning warning = statement.getWarnings(); warning != null; warning = warning.getNextWarning()) {
            assertThat((Object) statement.getWarnings()).isNotNull();
            at++;
        }
        assertThat(at).isEqualTo(1_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("a million copies would be 500 MB and more")
                .isLessThan(50_000_000);
    }

    @Test
    void getWarnings_heldWhileTheStatementRuns_growsByTheApplicationsOwn() throws Exception {
        for (String sql : List.of(WAITS, WAITS_AT_ONCE)) {
            Future<Boolean> running = runUpToTheLock(sql);
            SQLWarning held = awaitWarning();
            assertThat(held.getMessage()).isEqualTo("m1");
            assertThat((Object) statement.getWarnings()).isSameAs(held);
            lock("pg_advisory_unlock");
            running.get();
            assertThat(Accounts.messages(held)).containsExactly("m1", "m2", "m3");
            assertThat((Object) statement.getWarnings()).isSameAs(held);
            statement.clearWarnings(); // or the next round may find these before its own begin
        }
    }

    @Test
    void getWarnings_andClearBesideAnExecution_ends_andSeesAllOnce() throws Exception {
        Future<Boolean> running = runUpToTheLock(WAITS);
        List<String> seen = new ArrayList<>();
        boolean released = false;
        while (!running.isDone() || statement.getWarnings() != null) {
            failIfTimedOut();
            SQLWarning head = statement.getWarnings();
            if (head == null) {
                continue;
            }
            if (!released) {
                released = true;
                assertThat(Accounts.messages(head)).containsExactly("m1");
                clearIfFirst(head);
                seen.add("m1");
                lock("pg_advisory_unlock");
            } else if (running.isDone()) {
                seen.addAll(Accounts.messages(head));
                clearIfFirst(head);
            }
        }
        running.get();
        assertThat(seen).containsExactly("m1", "m2", "m3");
    }

    /** As one does who would not lose what has come in between. */
    private void clearIfFirst(SQLWarning head) throws SQLException {
        if (statement.getWarnings() == head) {
            statement.clearWarnings();
        }
    }

    @Test
    void connectionsWarnings_heldBeforeANotice_stayTheSameAndShowNone() throws Exception {
        statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        statement.execute("INSERT INTO t SELECT generate_series(1, 10)");
        statement.execute("CREATE FUNCTION speaks() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN RAISE NOTICE 'deferred'; RETURN NULL; END $$");
        statement.execute("CREATE CONSTRAINT TRIGGER later AFTER DELETE ON t DEFERRABLE INITIALLY DEFERRED"
                + " FOR EACH ROW EXECUTE FUNCTION speaks()");
        connection.setAutoCommit(false);
        statement.execute("DELETE FROM t WHERE id = 1");
        connection.commit();
        SQLWarning held = connection.getWarnings();
        assertThat(Accounts.messages(held)).containsExactly("deferred");
        try (PreparedStatement query = connection.prepareStatement("SELECT id FROM t WHERE id = 9")) {
            for (int i = 2; i <= 4; i++) {
                statement.execute("DELETE FROM t WHERE id = " + i);
                query.executeQuery().close(); // its notice comes with the commit
                connection.commit();
                assertThat((Object) connection.getWarnings()).isSameAs(held);
            }
        }
        assertThat(Accounts.messages(held)).hasSize(4).containsOnly("deferred");
        connection.clearWarnings();
        assertThat((Object) connection.getWarnings()).isNull();
    }
}
