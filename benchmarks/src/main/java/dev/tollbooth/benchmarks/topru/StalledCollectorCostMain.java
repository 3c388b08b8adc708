package dev.tollbooth.benchmarks.topru;

import com.sun.net.httpserver.HttpServer;
import dev.tollbooth.benchmarks.noop.NoopDriver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that measures the effect of a stalling collector of metrics on executing threads: their own processor time,
 * allocation, and waits in Tollbooth's code. It compares instances with a normal collector, with a second normal one
 * (the noise of the method), and without metrics.
 *
 * <p>Four instances run at once, with 1,000 statements each; the threads execute on each in turns ({@link
 * SlicedExecutions}).
 */
public final class StalledCollectorCostMain {

    private static final int THREADS = 2;
    private static final int STATEMENTS = 1_000;
    private static final List<String> ROLES =
            List.of("collector takes", "collector takes, too (noise)", "collector stalls", "no collector");
    private static final String URL = "jdbc:tollbooth:" + NoopDriver.PREFIX.substring("jdbc:".length()) + 1;

    private StalledCollectorCostMain() {}

    /**
     * Runs the measurement.
     *
     * @param args the seconds to measure, 95 by default
     */
    public static void main(String[] args) throws Exception {
        int seconds = args.length == 0 ? 95 : Integer.parseInt(args[0]);
        AtomicInteger taken = new AtomicInteger();
        HttpServer taking = taking(taken);
        try (ServerSocket stalling = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            List<Connection> connections = List.of(
                    connect("taking", taking.getAddress().getPort()),
                    connect("taking-too", taking.getAddress().getPort()),
                    connect("stalling", stalling.getLocalPort()),
                    connect("none", 0));
            measure(seconds, connections);
            System.out.println("requests that were taken=" + taken.get() + ", that stalled=" + waiting(stalling));
            for (Connection connection : connections) {
                connection.close();
            }
        }
        taking.stop(0);
    }

    private static HttpServer taking(AtomicInteger taken) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
            taken.incrementAndGet();
        });
        server.start();
        return server;
    }

    /** Returns the number of connections with a request that was never answered. */
    private static int waiting(ServerSocket stalling) throws IOException {
        stalling.setSoTimeout(200);
        int connected = 0;
        try {
            while (true) {
                stalling.accept().close();
                connected++;
            }
        } catch (java.net.SocketTimeoutException e) {
            return connected;
        }
    }

    private static Connection connect(String name, int collector) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", "app");
        properties.setProperty("tollbooth.name", "collector-" + name);
        properties.setProperty("tollbooth.report.interval", "15s");
        if (collector > 0) {
            properties.setProperty("tollbooth.report.otlp", "http://127.0.0.1:" + collector + "/v1/metrics#top=1000");
        }
        Connection connection = DriverManager.getConnection(URL, properties);
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < STATEMENTS; i++) {
                try (ResultSet rows = statement.executeQuery("SELECT name FROM item" + i)) {
                    rows.next();
                }
            }
        }
        return connection;
    }

    private static void measure(int seconds, List<Connection> connections) throws Exception {
        List<SlicedExecutions> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            PreparedStatement[] statements = new PreparedStatement[connections.size()];
            for (int role = 0; role < statements.length; role++) {
                statements[role] = connections.get(role).prepareStatement("SELECT name FROM item WHERE id = ?");
            }
            threads.add(new SlicedExecutions(i, statements));
        }
        try (LockEvents locks = new LockEvents()) {
            threads.forEach(Thread::start);
            TimeUnit.SECONDS.sleep(seconds);
            for (SlicedExecutions thread : threads) {
                thread.stopAndJoin();
            }
            System.out.printf(
                    Locale.ROOT,
                    "an execution: %.0f ns of processor time; waits in code of ours=%d%n",
                    threads.get(0).nanos(),
                    locks.count("application-"));
        }
        for (int role = 1; role < ROLES.size(); role++) {
            for (SlicedExecutions thread : threads) {
                System.out.printf(
                        Locale.ROOT,
                        "%s: %+.2f %%, %+.2f bytes an execution, rounds=%d%n",
                        ROLES.get(role),
                        (thread.cpuRatio(role) - 1) * 100,
                        thread.bytes(role) - thread.bytes(0),
                        thread.rounds());
            }
        }
    }
}
