package dev.tollbooth.benchmarks.workload;

import dev.tollbooth.benchmarks.peer.Connector;
import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.Peer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A program that measures the heap of 1,000 idle connections to the do-nothing driver, and of 10 open statements on
 * each.
 */
public final class IdleConnectionsMain {

    private static final int CONNECTIONS = 1_000;
    private static final int STATEMENTS = 10;
    private static final int COLLECTIONS = 4;
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private record Held(double connectionBytes, double statementBytes) {}

    private IdleConnectionsMain() {}

    /**
     * Runs from the command line.
     *
     * @param args the Markdown file to write
     */
    public static void main(String[] args) throws SQLException, IOException {
        Held direct = measure(Peer.DIRECT);
        StringBuilder page = new StringBuilder(String.format(
                Locale.ROOT,
                "**%d idle connections, %d open statements on each, JDK %s**%n%n"
                        + "| | bytes a connection | bytes a statement |%n|---|---|---|%n",
                CONNECTIONS,
                STATEMENTS,
                System.getProperty("java.version")));
        for (Peer peer : List.of(Peer.TOLLBOOTH, Peer.P6SPY_OFF, Peer.DATASOURCE_PROXY, Peer.OPENTELEMETRY_METRICS)) {
            Held held = measure(peer);
            page.append(String.format(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.0f |%n",
                    peer.label(),
                    held.connectionBytes - direct.connectionBytes,
                    held.statementBytes - direct.statementBytes));
        }
        page.append('\n');
        Files.writeString(Path.of(args[0]), page);
        System.out.print(page);
    }

    private static Held measure(Peer peer) throws SQLException {
        Connector connector = peer.over(Database.NOOP.origin(1));
        try (Connection first = connector.connect();
                PreparedStatement select = new Workload(first).prepareSelect()) {
            Workload.select(select);
        }
        List<Connection> connections = new ArrayList<>(CONNECTIONS);
        List<PreparedStatement> statements = new ArrayList<>(CONNECTIONS * STATEMENTS);
        long before = usedBytes();
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(connector.connect());
        }
        long connected = usedBytes();
        for (Connection connection : connections) {
            for (int i = 0; i < STATEMENTS; i++) {
                statements.add(new Workload(connection).prepareSelect());
            }
        }
        long prepared = usedBytes();
        for (PreparedStatement statement : statements) {
            statement.close();
        }
        for (Connection connection : connections) {
            connection.close();
        }
        return new Held(
                (connected - before) / (double) CONNECTIONS,
                (prepared - connected) / (double) (CONNECTIONS * STATEMENTS));
    }

    private static long usedBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            MEMORY.gc();
        }
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
