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
    private final PortServices services;
    private final SessionPlaces places;
    private final Thread listener;
    private final RefusedClients refused; // the listener's
    private int number; // the listener's
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
            // without clients there is nobody to look after
            server.setSoTimeout(places.isEmpty() && refused.isEmpty() ? 0 : LOOK_MILLIS);
            admit(server.accept());
        } catch (SocketTimeoutException e) {
            // time to look
        } catch (IOException | RuntimeException | VirtualMachineError e) {
            // also where the heap is full: nobody else would end what has had its time
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
        long now = services.ticker().nanoTime();
        Socket refusal = places.isFull() ? client : places.enqueue(client);
        if (refusal != null) {
            refused.add(refusal, now);
        }
        seat(now);
    }

    /** Begins sessions of those who wait. */
    private void seat(long nowNanos) {
        try {
            for (Socket client = places.next(nowNanos); client != null; client = places.next(nowNanos)) {
                begin(client);
            }
        } catch (RuntimeException | VirtualMachineError e) {
            // the next look comes soon
        }
    }

    private void begin(Socket client) {
        PostgresSession session = new PostgresSession(++number, client, services);
        SessionThread thread = session.thread();
        places.add(session, thread);
        if (closed) {
            session.close();
        }
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            // the system has no thread left: what this client finds, not the application
            places.remove(session);
            session.close();
        }
    }

    /** Returns how many threads go on with a query though its time is over and it was cancelled. */
    public int stuck() {
        return places.stuck();
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
        places.sessions().forEach(PostgresSession::close);
        places.threads().forEach(Thread::interrupt);
        try {
            // the system goes on accepting for as long as a thread stands in accept()
            listener.join(CLOSE_MILLIS);
            for (Thread thread : places.threads()) {
                thread.join(CLOSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
