package dev.tollbooth.integration.tidb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A replacement for a TiDB server on a free loopback port. It speaks the MySQL protocol, behaves like {@link
 * TidbBehaviour}, gets its results from an H2 in this JVM, and accepts every client.
 *
 * <p>Thread-safe.
 */
final class TidbServer implements AutoCloseable {
    private static final AtomicLong TIMESTAMPS = new AtomicLong(446_809_472_210_829_315L);

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final String url =
            "jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
    private final Connection own = DriverManager.getConnection(url);
    private final StatementsSummary summary = new StatementsSummary(own);

    // guarded by this
    private final List<String> received = new ArrayList<>();
    private final List<Spent> spent = new ArrayList<>();
    private final List<Socket> clients = new ArrayList<>();
    private long commands;

    private volatile boolean resourceControl = true;
    private volatile TidbModel model = TidbModel.V1;
    private volatile String fatal = "\0";

    TidbServer() throws IOException, SQLException {
        start(this::accept, "tidb-stand-in");
    }

    /**
     * The true cost of a statement, reported or not.
     *
     * @param sql the statement
     * @param ru request units
     */
    record Spent(String sql, double ru) {}

    int port() {
        return listener.getLocalPort();
    }

    /** As an administrator's {@code SET GLOBAL tidb_enable_resource_control}. */
    void setResourceControl(boolean on) {
        resourceControl = on;
    }

    boolean isResourceControlOn() {
        return resourceControl;
    }

    /** Counts by another model from now on. */
    void setModel(TidbModel now) {
        model = now;
    }

    TidbModel model() {
        return model;
    }

    /** Closes the socket of who sends a statement that has this in it, in place of an answer. */
    void breakAt(String part) {
        fatal = part;
    }

    boolean isFatal(String sql) {
        return sql.contains(fatal);
    }

    /** Returns the request units that are told of this cost. */
    double counted(double cost) {
        return resourceControl ? cost : 0;
    }

    long nextTimestamp() {
        return TIMESTAMPS.incrementAndGet();
    }

    synchronized void received(String sql) {
        received.add(sql);
    }

    synchronized void spent(String sql, double ru, String schema, long rows) {
        spent.add(new Spent(sql, ru));
        try {
            summary.executed(sql, schema);
        } catch (SQLException e) {
            throw new IllegalStateException("statements_summary does not take a statement", e);
        }
    }

    /** A client has sent a command and waits for its answer: a round trip. */
    synchronized void asked() {
        commands++;
    }

    /** Returns how many commands clients have waited for so far. */
    synchronized long roundTrips() {
        return commands;
    }

    /** Returns the statements that were run since the last call, in their order. */
    synchronized List<String> received() {
        List<String> result = List.copyOf(received);
        received.clear();
        return result;
    }

    /** Returns what the statements since the last call have cost. */
    synchronized List<Spent> spent() {
        List<Spent> result = List.copyOf(spent);
        spent.clear();
        return result;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                client.setTcpNoDelay(true);
                synchronized (this) {
                    clients.add(client);
                }
                TidbSession session = new TidbSession(this, DriverManager.getConnection(url));
                start(new TidbConnection(this, client, session), "tidb-stand-in-client");
            } catch (IOException | SQLException e) {
                return; // closed
            }
        }
    }

    private static void start(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException, SQLException {
        listener.close();
        synchronized (this) {
            for (Socket client : clients) {
                client.close();
            }
        }
        own.close();
    }
}
