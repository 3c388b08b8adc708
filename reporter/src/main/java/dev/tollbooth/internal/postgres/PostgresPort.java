package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.time.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A port on loopback where the tables are read in PostgreSQL's protocol.
 *
 * <p>One thread accepts clients and looks after time and memory of their sessions, each of which has a thread of its own.
 *
 * <p>Thread-safe.
 */
public final class PostgresPort implements AutoCloseable {

    private static final String SQL_STATE = "08001";
    private static final int BACKLOG = 128;
    private static final int LOOK_MILLIS = 25;
    private static final long CLOSE_MILLIS = 1_000;

    private final ServerSocket server;
    private final PortLimits limits;
    private final PortServices services;
    private final Map<PostgresSession, Thread> sessions = new ConcurrentHashMap<>();
    private final Thread listener;
    private final RefusedClients refused; // the listener's
    private int number; // the listener's
    private volatile boolean closed;

    private PostgresPort(ServerSocket server, PortUsers users, TableConnection.Source source, PortLimits limits) {
        this.server = server;
        this.limits = limits;
        this.services = new PortServices(
                users,
                source,
                limits,
                new WrongPasswords(Ticker.SYSTEM),
                new HeapRoom(),
                Ticker.SYSTEM,
                request -> sessions.keySet().forEach(session -> session.cancel(request)),
                sessions::remove);
        this.refused = new RefusedClients("too many connections: limit=" + limits.connections() + "; close some");
        this.listener = DaemonThread.of(this::listen, "tollbooth-sql-" + server.getLocalPort());
    }

    /**
     * Opens a port.
     *
     * @param port 0 is any that is free
     * @throws SQLException if the port is taken
     */
    public static PostgresPort open(int port, PortUsers users, TableConnection.Source source) throws SQLException {
        return open(port, users, source, PortLimits.DEFAULT);
    }

    static PostgresPort open(int port, PortUsers users, TableConnection.Source source, PortLimits limits)
            throws SQLException {
        ServerSocket server;
        try {
            // bound to loopback from its first moment
            server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new SQLException(
                    "can't listen on loopback: port=" + port + ", exception="
                            + e.getClass().getName() + "; choose a port that is free",
                    SQL_STATE,
                    e);
        }
        PostgresPort door = new PostgresPort(server, users, source, limits);
        door.listener.start();
        return door;
    }

    /** Returns the port. */
    public int port() {
        return server.getLocalPort();
    }

    private void listen() {
        while (!closed) {
            accept();
            long now = services.ticker().nanoTime();
            refused.look(now);
            sessions.keySet().forEach(session -> look(session, now));
        }
        refused.close();
    }

    private void accept() {
        try {
            // without clients there is nobody to look after
            server.setSoTimeout(sessions.isEmpty() && refused.isEmpty() ? 0 : LOOK_MILLIS);
            admit(server.accept());
        } catch (SocketTimeoutException e) {
            // time to look
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            // also where the heap is full: nobody else would end what has had its time
            pause();
        }
    }

    private static void look(PostgresSession session, long nowNanos) {
        try {
            session.look(nowNanos);
        } catch (RuntimeException | VirtualMachineError e) {
            // the next look comes soon
        }
    }

    /** No file handle was left, or the door closes: in no case a reason to spin. */
    private static void pause() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void admit(Socket client) {
        if (sessions.size() >= limits.connections()) {
            refused.add(client, services.ticker().nanoTime());
            return;
        }
        PostgresSession session = new PostgresSession(++number, client, services);
        SessionThread thread = session.thread();
        sessions.put(session, thread);
        if (closed) {
            session.close();
        }
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            // the system has no thread left: what this client finds, not the application
            sessions.remove(session);
            session.close();
        }
    }

    /** Stops listening and ends the sessions; the port is free when it returns. */
    @Override
    public void close() {
        closed = true;
        try {
            server.close();
        } catch (IOException e) {
            // closed all the same
        }
        sessions.forEach((session, thread) -> {
            session.close();
            thread.interrupt();
        });
        try {
            // the system goes on accepting for as long as a thread stands in accept()
            listener.join(CLOSE_MILLIS);
            for (Thread thread : sessions.values()) {
                thread.join(CLOSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
