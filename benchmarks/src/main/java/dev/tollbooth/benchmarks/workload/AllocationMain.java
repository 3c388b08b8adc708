package dev.tollbooth.benchmarks.workload;

import dev.tollbooth.benchmarks.peer.Connector;
import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.Peer;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Prints the bytes that one executeUpdate, and one executeQuery read to its first row and closed, allocate on the
 * do-nothing driver once they are compiled.
 *
 * <p>To be run with {@code -Xbatch}, where a method that is called often enough is compiled before it goes on: then the
 * figures depend on counts, not on time.
 */
public final class AllocationMain {

    private static final int WARM_UP = 200_000;
    private static final int OPERATIONS = 10_000;
    /** What something else on this thread allocates once is in one round only. */
    private static final int ROUNDS = 5;

    private AllocationMain() {}

    /** Runs from the command line; the argument is a peer's name. */
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
