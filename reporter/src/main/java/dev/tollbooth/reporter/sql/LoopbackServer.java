package dev.tollbooth.reporter.sql;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import org.h2.message.DbException;
import org.h2.server.Service;
import org.h2.server.TcpServer;
import org.h2.server.pg.PgServer;

/**
 * One of H2's servers, listening on the loopback address and serving one database.
 *
 * <p>H2 listens on all addresses, unless a system property says otherwise to all of the JVM, and then refuses whoever
 * is not local. Here its socket is replaced by one that is bound to loopback before anything is accepted.
 *
 * <p>Thread-safe: immutable.
 */
final class LoopbackServer implements AutoCloseable {

    private static final String SQL_STATE = "08001";
    private static final int BACKLOG = 50;

    private static final long CLOSE_MILLIS = 1_000;

    private final Service service;
    private final Thread listener;

    private LoopbackServer(Service service, Thread listener) {
        this.service = service;
        this.listener = listener;
    }

    /**
     * Starts a server.
     *
     * @param name what clients call the database; they can open no other
     * @param database what H2 calls it
     * @throws SQLException if the port is taken
     */
    static LoopbackServer start(Protocol protocol, int port, String name, String database) throws SQLException {
        boolean h2 = protocol == Protocol.H2;
        Service service = h2 ? new TcpServer() : new PgServer();
        String prefix = h2 ? "-tcp" : "-pg";
        try {
            service.init(
                    prefix + "Port", Integer.toString(port), prefix + "Daemon", "-ifExists", "-key", name, database);
            service.start();
            bindToLoopback(service, port);
        } catch (SQLException | DbException | IOException e) {
            service.stop();
            throw new SQLException(
                    "can't listen on loopback: port=" + port + ", protocol=" + protocol + ", exception="
                            + rootOf(e).getClass().getName() + "; choose a port that is free",
                    SQL_STATE,
                    e);
        } catch (Exception e) {
            service.stop();
            throw H2Version.unfit(e);
        }
        Thread thread = new Thread(service::listen, "tollbooth-sql-" + port);
        thread.setDaemon(true);
        thread.start();
        return new LoopbackServer(service, thread);
    }

    private static void bindToLoopback(Service service, int port) throws ReflectiveOperationException, IOException {
        Field field = service.getClass().getDeclaredField("serverSocket");
        field.setAccessible(true);
        ServerSocket everywhere = (ServerSocket) field.get(service);
        everywhere.close();
        ServerSocket loopback = new ServerSocket();
        loopback.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        field.set(service, loopback);
    }

    private static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Stops listening and ends the connections; the port is free when it returns. */
    @Override
    public void close() {
        service.stop();
        try {
            // the system goes on accepting for as long as a thread stands in accept()
            listener.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
