package dev.tollbooth.integration.ru;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A program that measures the effect of auto_explain's notices on an application, which selects and updates one row by
 * primary key. It runs without Tollbooth, with Tollbooth, with notices, and with notices of one execution in ten.
 *
 * <p>Slices of the four run in random order in each round. Otherwise a slice would always follow the same other one,
 * whose server process leaves the processor in a certain state. It prints the median slice of each, by the clock and by
 * the CPU time of the client's thread.
 */
public final class NoticeOverhead {

    private static final int ROWS = 100_000;
    private static final int SLICE = 100;
    private static final int STEP = 7_919;
    private static final String[] NAMES = {"direct", "tollbooth", "with notices", "sampled 10 %"};

    private NoticeOverhead() {}

    /** Runs as many slices of each as the argument says, 300 by default. */
    public static void main(String[] arguments) throws Exception {
        int slices = arguments.length == 0 ? 300 : Integer.parseInt(arguments[0]);
        try (Databases databases = new Databases()) {
            Endpoint endpoint = databases.empty(Database.POSTGRESQL_18, "overhead");
            try (Connection connection = endpoint.connectDirectly();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE accounts (id INT PRIMARY KEY, balance INT, filler CHAR(84))");
                statement.execute("INSERT INTO accounts SELECT g, 0, '' FROM generate_series(1, " + ROWS + ") g");
                statement.execute("VACUUM ANALYZE");
            }
            measure(endpoint, slices);
        }
    }

    private static void measure(Endpoint endpoint, int slices) throws SQLException {
        try (Tollbooth estimated = tollbooth("estimate", "1");
                Tollbooth noticed = tollbooth("postgres", "1");
                Tollbooth sampled = tollbooth("postgres", "0.1");
                Connection first = endpoint.connectDirectly();
                Connection second = estimated.wrap(endpoint.driverDataSource()).getConnection();
                Connection third = noticed.wrap(endpoint.driverDataSource()).getConnection();
                Connection fourth = sampled.wrap(endpoint.driverDataSource()).getConnection()) {
            Connection[] connections = {first, second, third, fourth};
            double[][] wall = new double[connections.length][slices];
            double[][] cpu = new double[connections.length][slices];
            List<Integer> order = Arrays.asList(0, 1, 2, 3);
            Random random = new Random(1);
            for (int slice = -slices / 4; slice < slices; slice++) {
                Collections.shuffle(order, random);
                for (int which : order) {
                    long cpuBefore = cpuNanos();
                    long before = System.nanoTime();
                    run(connections[which]);
                    if (slice >= 0) {
                        wall[which][slice] = (System.nanoTime() - before) / 1e3 / SLICE;
                        cpu[which][slice] = (cpuNanos() - cpuBefore) / 1e3 / SLICE;
                    }
                }
            }
            for (int i = 0; i < connections.length; i++) {
                System.out.printf(
                        Locale.ROOT,
                        "%-14s %6.1f us a pair (x %.2f), client CPU %6.1f us%n",
                        NAMES[i],
                        median(wall[i]),
                        median(wall[i]) / median(wall[0]),
                        median(cpu[i]));
            }
        }
    }

    private static Tollbooth tollbooth(String source, String sample) {
        return Tollbooth.builder()
                .setting("jmx", "off")
                .setting("ru.source", source)
                .setting("ru.sample", sample)
                .build();
    }

    private static void run(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT balance FROM accounts WHERE id = ?");
                PreparedStatement update =
                        connection.prepareStatement("UPDATE accounts SET balance = balance + 1 WHERE id = ?")) {
            for (int i = 0; i < SLICE; i++) {
                int id = 1 + (int) ((long) i * STEP % ROWS);
                select.setInt(1, id);
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    row.getInt(1);
                }
                update.setInt(1, id);
                update.executeUpdate();
            }
        }
    }

    private static long cpuNanos() {
        return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
