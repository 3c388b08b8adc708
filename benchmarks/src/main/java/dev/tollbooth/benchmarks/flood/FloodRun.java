package dev.tollbooth.benchmarks.flood;

import dev.tollbooth.accounting.report.ItemInterval;
import dev.tollbooth.accounting.statement.StatementSnapshot;
import dev.tollbooth.benchmarks.peer.Connector;
import dev.tollbooth.benchmarks.peer.Database;
import dev.tollbooth.benchmarks.peer.Peer;
import dev.tollbooth.jdbc.Tollbooth;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A JVM that floods one wrapper with distinct statements of 1 KB, of 10,000 users, from 8 threads, and prints by how much
 * the heap grew at most, measured after collections, and how many statements a second ran, first without a flood.
 */
public final class FloodRun {

    private static final int THREADS = 8;
    private static final int USERS = 10_000;
    /** The heap is measured after each of so many parts of the flood. */
    private static final int PARTS = 4;

    private static final int KNOWN = 50;
    private static final String COLUMNS = ", name AS some_alias_of_a_column_that_is_long".repeat(22);
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private final Peer peer;
    private final Connector connector;

    private FloodRun(Peer peer, Database database) throws SQLException {
        this.peer = peer;
        this.connector = peer.over(database.origin(1));
    }

    /** Arguments: peer, database, statements. */
    public static void main(String[] args) throws Exception {
        Peer peer = Peer.valueOf(args[0]);
        Database database = Database.valueOf(args[1]);
        int statements = Integer.parseInt(args[2]);
        // classes of database and driver
        new FloodRun(Peer.DIRECT, database).execute(KNOWN * 1_000, KNOWN, 0);
        long before = usedBytes();
        FloodRun run = new FloodRun(peer, database);
        AutoCloseable consumer = () -> {};
        if (peer == Peer.TOLLBOOTH) {
            consumer = Tollbooth.shared().subscribe(report -> {}, ItemInterval.SECONDS_15);
        }
        run.execute(statements / 10, KNOWN, 0);
        double known = 0.2 * statements / run.execute(statements / 5, KNOWN, 0);
        long most = 0;
        double seconds = 0;
        for (int part = 0; part < PARTS; part++) {
            seconds += run.execute(statements / PARTS, statements, part * (statements / PARTS));
            most = Math.max(most, usedBytes() - before);
        }
        double flood = statements / seconds;
        if (peer == Peer.TOLLBOOTH) {
            check((long) statements + statements / 10 + statements / 5, most);
        }
        consumer.close();
        System.out.printf(Locale.ROOT, "%.1f | %,.0f | %,.0f | %.2f%n", most / 1048576.0, known, flood, flood / known);
    }

    /** Fails where a statement is in no row, or the heap grew above the limit. */
    private static void check(long executed, long grown) {
        Tollbooth tollbooth = Tollbooth.shared();
        long counted = tollbooth.statements().snapshot().stream()
                .mapToLong(StatementSnapshot::count)
                .sum();
        long limit = tollbooth.settings().memory().limitBytes();
        System.err.println("Tollbooth: executed " + executed + ", in rows " + counted
                + ", of these in the row for the rest " + tollbooth.statements().lost() + " and more evicted; limit "
                + limit + " bytes, heap grew by " + grown);
        if (counted != executed || grown > limit) {
            throw new IllegalStateException("flood not held: executed=" + executed + ", counted=" + counted + ", limit="
                    + limit + ", grown=" + grown);
        }
    }

    private static long usedBytes() {
        for (int i = 0; i < 4; i++) {
            MEMORY.gc();
        }
        return MEMORY.getHeapMemoryUsage().getUsed();
    }

    /** Executes {@code count} statements out of {@code distinct}, and returns the seconds that this took. */
    private double execute(int count, int distinct, int first) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            long start = System.nanoTime();
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int from = (int) ((long) count * thread / THREADS);
                int to = (int) ((long) count * (thread + 1) / THREADS);
                running.add(threads.submit(() -> {
                    execute(first + from, first + to, count, distinct);
                    return null;
                }));
            }
            for (Future<?> done : running) {
                done.get();
            }
            return (System.nanoTime() - start) / 1e9;
        } finally {
            threads.shutdown();
        }
    }

    /** Each user has a connection of its own, for 100 statements of the whole flood. */
    private void execute(int from, int to, int count, int distinct) throws SQLException {
        int perUser = Math.max(1, count * PARTS / USERS);
        for (int next = from; next < to; ) {
            int first = next;
            int end = Math.min(to, next + perUser);
            if (peer == Peer.TOLLBOOTH) {
                Tollbooth.shared().asUser("user" + next / perUser % USERS, () -> oneConnection(first, end, distinct));
            } else {
                oneConnection(first, end, distinct);
            }
            next = end;
        }
    }

    private void oneConnection(int first, int end, int distinct) throws SQLException {
        try (Connection connection = connector.connect();
                Statement statement = connection.createStatement()) {
            for (int number = first; number < end; number++) {
                String sql = "SELECT id AS c" + number % distinct + COLUMNS + " FROM item WHERE id = 7";
                try (ResultSet rows = statement.executeQuery(sql)) {
                    rows.next();
                }
            }
        }
    }
}
