package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.time.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.SQLException;

/**
 * A port on loopback that serves the tables in PostgreSQL's protocol.
 *
 * <p>One thread accepts clients, and watches the time and memory of their sessions. Each session has its own thread.
 *
 * <p>Thread-safe.
 */
public final class PostgresPort implements AutoCloseable {

    private static final String SQL_STATE = "08001";
    private static final int BACKLOG = 128;
    private static final int LOOK_MILLIS = 25;
    private static final long CLOSE_MILLIS = 1_000;

    private final ServerSocket server;
    private final PortServices services;
    private final SessionPlaces places;
    private final Thread listener;
    private final RefusedClients refused; // used by the listener only
    private int number; // used by the listener only
    private volatile boolean closed;

    private PostgresPort(ServerSocket server, PortUsers users, TableConnection.Source source, PortLimits limits) {
        this.server = server;
        this.places = new SessionPlaces(limits.connections());
        this.services = new PortServices(
                users,
                source,
                limits,
                new WrongPasswords(Ticker.SYSTEM),
                new HeapRoom(),
                Ticker.SYSTEM,
                request -> places.sessions().forEach(session -> session.cancel(request)),
                places);
        this.refused = new RefusedClients(RefusedClients.tooMany(limits.connections()));
        this.listener = DaemonThread.of(this::listen, "tollbooth-sql-" + server.getLocalPort());
    }

    /**
     * Opens a port.
     *
     * @param port the port number; 0 for any free one
     * @throws SQLException if the port is in use
     */
    public static PostgresPort open(int port, PortUsers users, TableConnection.Source source) throws SQLException {
        return open(port, users, source, PortLimits.DEFAULT);
    }

    static PostgresPort open(int port, PortUsers users, TableConnection.Source source, PortLimits limits)
            throws SQLException {
        ServerSocket server;
        try {
            // bound to loopback from the start
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
            places.sessions().forEach(session -> look(session, now));
            seat(now);
        }
        for (Socket client = places.abandon(); client != null; client = places.abandon()) {
            refused.add(client, 0);
        }
        refused.close();
    }

    private void accept() {
        try {
            // without clients there is nothing to watch
            server.setSoTimeout(places.isEmpty() && refused.isEmpty() ? 0 : LOOK_MILLIS);
            admit(server.accept());
        } catch (SocketTimeoutException e) {
            // time for a check
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            // also with a full heap, because nothing else would end overdue statements
            pause();
        }
    }

    private void look(PostgresSession session, long nowNanos) {
        try {
            session.look(nowNanos);
            if (session.isStuck(nowNanos)) {
                places.leave(session);
            }
        } catch (RuntimeException | VirtualMachineError e) {
            // the next check comes soon
        }
    }

    /** Pauses after a failed accept, so that the listener does not spin while handles are exhausted. */
    private static void pause() {
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void admit(Socket client) {
        long now = services.ticker().nanoTime();
        Socket refusal = places.isFull() ? client : places.enqueue(client);
        if (refusal != null) {
            refused.add(refusal, now);
        }
        seat(now);
    }

    /** Starts sessions for clients that wait, if there are places. */
    private void seat(long nowNanos) {
        try {
            for (Socket client = places.next(nowNanos); client != null; client = places.next(nowNanos)) {
                begin(client);
            }
        } catch (RuntimeException | VirtualMachineError e) {
            // the next check comes soon
        }
    }

    private void begin(Socket client) {
        PostgresSession session = new PostgresSession(++number, client, services);
        Thread thread = session.thread();
        places.add(session, thread);
        if (closed) {
            session.close();
        }
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            // the system has no thread left, which only this client notices
            places.remove(session);
            session.close();
        }
    }

    /** Returns the number of threads that still execute a query although it was cancelled. */
    public int stuck() {
        return places.stuck();
    }

    /** Stops listening and ends the sessions. Waits for each of their threads for at most a second. */
    @Override
    public void close() {
        closed = true;
        try {
            server.close();
        } catch (IOException e) {
            // closed in any case
        }
        places.sessions().forEach(PostgresSession::close);
        places.threads().forEach(Thread::interrupt);
        try {
            // the system accepts clients while a thread is in accept()
            listener.join(CLOSE_MILLIS);
            for (Thread thread : places.threads()) {
                thread.join(CLOSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
