package dev.tollbooth.benchmarks.workload;

import dev.tollbooth.benchmarks.peer.Connector;
import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.Peer;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A program that prints the bytes which one executeUpdate, and one executeQuery with its first row, allocate on the
 * do-nothing driver after compilation.
 *
 * <p>Run it with {@code -Xbatch}, which compiles a method before it continues. Then the figures depend on counts, not
 * on time.
 */
public final class AllocationMain {

    private static final int WARM_UP = 200_000;
    private static final int OPERATIONS = 10_000;
    /** The number of rounds, because other code on this thread allocates once, in one round only. */
    private static final int ROUNDS = 5;

    private AllocationMain() {}

    /**
     * Runs from the command line.
     *
     * @param args a peer's name
     */
    public static void main(String[] args) throws SQLException {
        Connector peer = Peer.valueOf(args[0]).over(Database.NOOP.origin(1));
        try (Connection connection = peer.connect()) {
            Workload workload = new Workload(connection);
            try (PreparedStatement update = workload.prepareUpdate();
                    PreparedStatement select = workload.prepareSelect()) {
                System.out.println(fewestBytes(update, select, true) + " " + fewestBytes(update, select, false));
            }
        }
    }

    private static long fewestBytes(PreparedStatement update, PreparedStatement select, boolean updates)
            throws SQLException {
        run(update, select, updates, WARM_UP);
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = allocated();
            run(update, select, updates, OPERATIONS);
            fewest = Math.min(fewest, (allocated() - before) / OPERATIONS);
        }
        return fewest;
    }

    private static void run(PreparedStatement update, PreparedStatement select, boolean updates, int times)
            throws SQLException {
        for (int i = 0; i < times; i++) {
            if (updates) {
                Workload.update(update);
            } else {
                Workload.select(select);
            }
        }
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
