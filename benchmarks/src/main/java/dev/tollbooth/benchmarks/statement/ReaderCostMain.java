package dev.tollbooth.benchmarks.statement;

import dev.tollbooth.benchmarks.noop.NoopDriver;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What reading the SQL tables costs eight threads that execute on the do-nothing driver: executions a second with a
 * reader over those without, in pairs, the median of five.
 *
 * <p>A reader takes a processor's time whatever it reads, so it is compared with a reader of the same number of rows
 * of an ordinary H2 table, without pause, and shown with pauses as a dashboard makes them.
 */
public final class ReaderCostMain {

    private static final int THREADS = 8;
    private static final int PAIRS = 5;
    private static final long PAUSE_MILLIS = 1_000;
    private static final String[] TABLES = {
        "events_statements_summary_by_digest",
        "events_statements_histogram_by_digest",
        "events_statements_histogram_global",
        "events_statements_summary_global_by_event_name",
        "active_statements"
    };

    private ReaderCostMain() {}

    /** Runs all pairs; the argument is the milliseconds of one run, 2000 by default. */
    public static void main(String[] args) throws Exception {
        long millis = args.length == 0 ? 2_000 : Long.parseLong(args[0]);
        String tables = "jdbc:tollbooth:performance_schema";
        String ordinary = "jdbc:h2:mem:ordinary;DB_CLOSE_DELAY=-1";
        run(null, 0, millis);
        fill(tables, ordinary);
        print("dashboard, all tables every second", ratios(tables, PAUSE_MILLIS, null, 0, millis));
        print("tables in a tight loop, over a tight loop on ordinary tables", ratios(tables, 0, ordinary, 0, millis));
        print("tables in a tight loop, over no reader", ratios(tables, 0, null, 0, millis));
    }

    private static double[] ratios(
            String url, long pauseMillis, @Nullable String baseUrl, long basePauseMillis, long millis)
            throws Exception {
        double[] ratios = new double[PAIRS];
        for (int i = 0; i < PAIRS; i++) {
            double base = run(baseUrl, basePauseMillis, millis);
            ratios[i] = run(url, pauseMillis, millis) / base;
        }
        return ratios;
    }

    private static void print(String what, double[] ratios) {
        double[] sorted = ratios.clone();
        Arrays.sort(sorted);
        System.out.printf(
                "%-62s median %+.1f %%  of %s%n", what, (sorted[PAIRS / 2] - 1) * 100, Arrays.toString(ratios));
    }

    /** Returns the executions a second of eight threads beside a reader of {@code url}; null is no reader. */
    private static double run(@Nullable String url, long pauseMillis, long millis) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        LongAdder executions = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> execute(stop, executions)));
        }
        if (url != null) {
            threads.add(new Thread(() -> read(url, pauseMillis, stop)));
        }
        long start = System.nanoTime();
        threads.forEach(Thread::start);
        Thread.sleep(millis);
        stop.set(true);
        long elapsed = System.nanoTime() - start; // a reader may sleep on for a while
        for (Thread thread : threads) {
            thread.join();
        }
        return executions.sum() * 1e9 / elapsed;
    }

    private static void execute(AtomicBoolean stop, LongAdder executions) {
        String url = "jdbc:tollbooth:" + NoopDriver.PREFIX.substring("jdbc:".length()) + 1;
        long count = 0;
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement select = connection.prepareStatement("SELECT name FROM item WHERE id = ?")) {
            while (!stop.get()) {
                select.setLong(1, count);
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                }
                count++;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        executions.add(count);
    }

    private static void read(String url, long pauseMillis, AtomicBoolean stop) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            while (!stop.get()) {
                for (String table : TABLES) {
                    try (ResultSet rows = statement.executeQuery("SELECT * FROM performance_schema." + table)) {
                        while (rows.next()) {
                            rows.getString(1);
                        }
                    }
                }
                if (pauseMillis > 0) {
                    Thread.sleep(pauseMillis);
                }
            }
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Copies what the tables show into ordinary ones. */
    private static void fill(String from, String to) throws SQLException {
        try (Connection target = DriverManager.getConnection(to);
                Statement create = target.createStatement();
                Connection source = DriverManager.getConnection(from);
                Statement query = source.createStatement()) {
            create.execute("CREATE SCHEMA performance_schema");
            for (String table : TABLES) {
                try (ResultSet rows = query.executeQuery("SELECT * FROM performance_schema." + table)) {
                    int columns = rows.getMetaData().getColumnCount();
                    copy(target, table, rows, columns);
                }
            }
        }
    }

    private static void copy(Connection target, String table, ResultSet rows, int columns) throws SQLException {
        StringBuilder definition = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
            definition.append(i == 1 ? "" : ", ").append('c').append(i).append(" VARCHAR");
        }
        String name = "performance_schema." + table;
        try (Statement create = target.createStatement()) {
            create.execute("CREATE TABLE " + name + "(" + definition + ")");
        }
        try (PreparedStatement insert =
                target.prepareStatement("INSERT INTO " + name + " VALUES (?" + ", ?".repeat(columns - 1) + ")")) {
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    insert.setString(i, rows.getString(i));
                }
                insert.executeUpdate();
            }
        }
    }
}
