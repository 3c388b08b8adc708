package dev.tollbooth.jdbc;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.jdbc.ThinDriver.ThinStatement;
import dev.tollbooth.report.ItemInterval;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/**
 * An application whose heap another thread keeps full, with a driver that allocates nothing. No call may fail, and
 * executions that can't be accounted are counted as such.
 */
final class FullHeapMain {

    private static final int TEXTS = 4_000;
    /**
     * The number of failures that accounting has to have; the time for them differs between machines by a factor of a
     * hundred.
     */
    private static final int FAILURES = 10;

    private static final int PATIENCE_SECONDS = 90;
    private static final Place[] PLACES = Place.values();
    private static final int CHUNK = 4_096;

    private final String[] texts = new String[TEXTS];
    private final ThinDriver driver = ThinDriver.create();
    private final Tollbooth tollbooth =
            Tollbooth.builder().setting("name", "full").build();
    private volatile boolean ended;
    private long told;
    private Throwable firstTold;

    /** Allocates the rest of the heap and releases little of it, again and again. */
    private void fill() {
        Object[] held = new Object[1 << 16];
        int count = 0;
        while (!ended) {
            try {
                held[count] = new byte[CHUNK];
                count = (count + 1) % held.length;
            } catch (OutOfMemoryError e) {
                // full now, until the other thread notices
                for (int i = 0; i < 2 && count > 0; i++) {
                    count--;
                    held[count] = null;
                }
            }
        }
    }

    private void work(ThinStatement behind, Connection connection, PreparedStatement repeated) {
        long end = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000L;
        try {
            for (int i = 0; failures() < FAILURES && System.nanoTime() < end; i++) {
                try {
                    workOnce(i, connection, repeated);
                } catch (SQLException | RuntimeException | Error e) {
                    told++;
                    firstTold = firstTold == null ? e : firstTold;
                }
            }
        } finally {
            ended = true;
        }
    }

    /** Returns the number of failures of accounting, without allocation. */
    private long failures() {
        Failures failures = Engine.of(tollbooth).failures();
        long sum = 0;
        for (Place place : PLACES) {
            sum += failures.count(place);
        }
        return sum;
    }

    private void workOnce(int i, Connection connection, PreparedStatement repeated) throws SQLException {
        repeated.executeUpdate();
        Statement statement = connection.createStatement();
        statement.executeUpdate(texts[i % TEXTS]);
        statement.close();
        PreparedStatement prepared = connection.prepareStatement(texts[(i * 7) % TEXTS]);
        try (ResultSet rows = prepared.executeQuery()) {
            while (rows.next()) {
                rows.getInt(1);
            }
        }
        prepared.close();
        connection.commit();
    }

    private static Object bean(String type, String attribute) throws Exception {
        return ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("dev.tollbooth:type=" + type + ",instance=full"), attribute);
    }

    private void run() throws Exception {
        for (int i = 0; i < TEXTS; i++) {
            texts[i] = "select c" + i + ", 'text' from t" + i + " where a = " + i + " and b in (1, 2, 3)";
        }
        tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_15);
        Connection connection = tollbooth.wrap(driver).getConnection();
        ThinStatement behind = driver.last.next;
        PreparedStatement repeated = connection.prepareStatement("update stock set n = n + 1");
        bean("Statements", "Count"); // MBeans are there
        // a class that the JVM could not initialize would be lost for good, and one that it can't load ends this thread
        workOnce(0, connection, repeated);
        if (failures() > 0) {
            throw new IllegalStateException("accounting failed before the heap was full");
        }
        Thread filler = new Thread(this::fill);
        filler.start();
        work(behind, connection, repeated);
        filler.join();
        connection.close();
        long counted = (Long) bean("Statements", "Count");
        long failures = 0;
        for (Object row : ((TabularData) bean("Control", "Failures")).values()) {
            failures += (Long) ((CompositeData) row).get("count");
        }
        System.out.println(
                "executions=" + behind.executions + " counted=" + counted + " failures=" + failures + " told=" + told);
        if (firstTold != null) {
            firstTold.printStackTrace(System.out);
        }
        if (failures < FAILURES) {
            System.out.println("the heap was not full often enough");
        }
        boolean well = told == 0
                && failures >= FAILURES
                && counted <= behind.executions
                && counted + failures >= behind.executions;
        System.out.println(well ? "well" : "not well");
        System.out.flush();
        Runtime.getRuntime().halt(well ? 0 : 1);
    }

    public static void main(String[] args) throws Exception {
        new FullHeapMain().run();
    }
}
