package dev.tollbooth.internal.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;

/** A port with an H2 database of its own, which has one table of 100 rows. */
final class PortFixture implements AutoCloseable {

    static final String DATABASE = "tables";
    static final String USER = "reader";
    static final String PASSWORD = "pass 'word\" \u00fc";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final PostgresPort door;
    private final Connection keptOpen;

    PortFixture(PortLimits limits) throws SQLException {
        this(limits, () -> {});
    }

    /** Makes a port that calls {@code onCancel} before it cancels a statement. */
    PortFixture(PortLimits limits, Runnable onCancel) throws SQLException {
        this(limits, onCancel, () -> {});
    }

    /** Makes a port that also calls {@code onUse} before it uses a connection. */
    PortFixture(PortLimits limits, Runnable onCancel, Runnable onUse) throws SQLException {
        String url = "jdbc:h2:mem:door" + NUMBERS.incrementAndGet() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";
        keptOpen = DriverManager.getConnection(url, "sa", "");
        try (Statement statement = keptOpen.createStatement()) {
            statement.execute("CREATE TABLE numbers AS SELECT \"X\" AS x FROM system_range(1, 100)");
        }
        PortUsers users = new PortUsers(DATABASE);
        users.add(USER, PASSWORD);
        door = PostgresPort.open(0, users, user -> connect(url, onCancel, onUse), limits);
    }

    private static TableConnection connect(String url, Runnable onCancel, Runnable onUse) throws SQLException {
        JdbcConnection connection = (JdbcConnection) DriverManager.getConnection(url, "sa", "");
        return new TableConnection() {
            @Override
            public Connection jdbc() {
                onUse.run();
                return connection;
            }

            @Override
            public void cancel() {
                onCancel.run();
                ((SessionLocal) connection.getSession()).cancel();
            }

            @Override
            public void close() throws SQLException {
                connection.close();
            }
        };
    }

    WireClient client() throws Exception {
        return new WireClient(door.port());
    }

    /** Returns a client that has logged in. */
    WireClient loggedIn() throws Exception {
        WireClient client = client();
        client.login(USER, PASSWORD, DATABASE);
        return client;
    }

    /** Returns the threads of all ports' sessions. */
    static List<Thread> sessionThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(PostgresSession.SessionThread.class::isInstance)
                .toList();
    }

    @Override
    public void close() throws SQLException {
        door.close();
        keptOpen.close();
    }

    private static final PortLimits USUAL = PortLimits.DEFAULT;

    static PortLimits login(long nanos) {
        return limits(nanos, USUAL.idleNanos(), USUAL.queryNanos(), USUAL.graceNanos(), USUAL.rows());
    }

    static PortLimits idle(long nanos) {
        return limits(USUAL.loginNanos(), nanos, USUAL.queryNanos(), USUAL.graceNanos(), USUAL.rows());
    }

    static PortLimits query(long nanos, long graceNanos) {
        return limits(USUAL.loginNanos(), USUAL.idleNanos(), nanos, graceNanos, USUAL.rows());
    }

    static PortLimits rows(long most) {
        return limits(USUAL.loginNanos(), USUAL.idleNanos(), USUAL.queryNanos(), USUAL.graceNanos(), most);
    }

    private static PortLimits limits(long login, long idle, long query, long grace, long rows) {
        return new PortLimits(
                USUAL.connections(), login, idle, USUAL.suspendedNanos(), query, grace, rows, USUAL.bytes());
    }
}
