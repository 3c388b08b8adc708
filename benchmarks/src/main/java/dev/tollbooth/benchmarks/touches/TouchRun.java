package dev.tollbooth.benchmarks.touches;

import dev.tollbooth.benchmarks.noop.NoopDriver;
import dev.tollbooth.benchmarks.peer.Origin;
import dev.tollbooth.benchmarks.peer.Peer;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * A count of all that statements through one peer touch. It is created and called by reflection, in the class loader
 * that instruments the peer.
 *
 * <p>Not thread-safe.
 */
public final class TouchRun implements Function<String, Map<String, List<Integer>>> {

    private static final int TEXTS = 12;
    private static final int WARM_UP = 50 * TEXTS;
    private static final int COUNTED = 2 * TEXTS + 1;

    private int number;

    /** Makes a run with counts of 0. */
    public TouchRun() {}

    /** Returns the counts of each kind of statement through the peer with this name. */
    @Override
    public Map<String, List<Integer>> apply(String peer) {
        try {
            // each driver registers itself with the DriverManager, which searches drivers only once in a JVM
            for (Driver driver : ServiceLoader.load(Driver.class, TouchRun.class.getClassLoader())) {
                driver.getMajorVersion();
            }
            Origin origin = Origin.of(NoopDriver.PREFIX + "1");
            try (Connection connection = Peer.valueOf(peer).over(origin).connect()) {
                return count(connection);
            }
        } catch (Exception e) {
            throw new IllegalStateException("cannot count: peer=" + peer, e);
        }
    }

    private Map<String, List<Integer>> count(Connection connection) throws Exception {
        Map<String, List<Integer>> counts = new LinkedHashMap<>();
        try (PreparedStatement kept = connection.prepareStatement(query(0) + "?");
                PreparedStatement update = connection.prepareStatement("UPDATE item SET name = ? WHERE id = ?")) {
            counts.put("select, prepared once", median(() -> select(kept)));
            counts.put("update, prepared once", median(() -> {
                update.setString(1, "name");
                update.setLong(2, 1);
                update.executeUpdate();
            }));
        }
        counts.put("select prepared each time, one text", median(() -> prepare(connection, 0)));
        counts.put(
                "select prepared each time, " + TEXTS + " texts by turns",
                median(() -> prepare(connection, ++number % TEXTS)));
        counts.put("select with another literal", median(() -> literal(connection)));
        connection.setAutoCommit(false);
        counts.put("commit", median(connection::commit));
        return counts;
    }

    private static List<Integer> median(Touched.Task task) throws Exception {
        for (int i = 0; i < WARM_UP; i++) {
            task.run();
        }
        List<List<Integer>> counts = new ArrayList<>();
        for (int i = 0; i < COUNTED; i++) {
            counts.add(Touched.by(task).counts());
        }
        List<Integer> medians = new ArrayList<>();
        for (int column = 0; column < counts.get(0).size(); column++) {
            int each = column;
            medians.add(counts.stream().map(c -> c.get(each)).sorted().toList().get(COUNTED / 2));
        }
        return medians;
    }

    private static void prepare(Connection connection, int table) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(query(table) + "?")) {
            select(select);
        }
    }

    private static void select(PreparedStatement select) throws SQLException {
        select.setLong(1, 1);
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                rows.getLong(1);
            }
        }
    }

    private void literal(Connection connection) throws SQLException {
        String sql = query(0) + ++number;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                rows.getLong(1);
            }
        }
    }

    private static String query(int table) {
        return "SELECT id, name FROM item_" + (char) ('a' + table) + " WHERE id = ";
    }
}
