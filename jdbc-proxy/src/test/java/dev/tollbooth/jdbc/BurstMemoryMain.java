package dev.tollbooth.jdbc;

import dev.tollbooth.report.ItemInterval;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Prints what a burst of statements has added to the tracked bytes and to the heap: at once, two seconds later, and at rest. */
public final class BurstMemoryMain {

    private static final String NAME = "burst";
    private static final int COLLECTIONS = 3;

    /** Both figures before the burst are taken after so many statements: the classes are loaded. */
    private static final int WARM_UP = 300;

    /** Accounts are closed by the second look after they were used, which the recorder takes each ten seconds. */
    private static final int[] SECONDS = {0, 2, 21};

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    private BurstMemoryMain() {}

    /** The arguments: executions, different statements, users; and {@code topru} where request units are collected. */
    public static void main(String[] arguments) throws Exception {
        new BurstMemoryMain()
                .run(
                        Integer.parseInt(arguments[0]),
                        Integer.parseInt(arguments[1]),
                        Integer.parseInt(arguments[2]),
                        arguments.length > 3);
    }

    private void run(int executions, int statements, int users, boolean collects) throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", NAME)
                        .setting("digests.size", "100000")
                        .build();
                Connection connection = tollbooth.wrap(ThinDriver.create()).getConnection();
                Statement statement = connection.createStatement()) {
            if (collects) {
                tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_60);
            }
            for (int i = 0; i < WARM_UP; i++) {
                String sql = "select warm_" + i;
                tollbooth.asUser("warm" + i, () -> statement.execute(sql));
            }
            tracked();
            TimeUnit.SECONDS.sleep(3);
            held();
            long heldBefore = held();
            long trackedBefore = tracked();
            for (int i = 0; i < executions; i++) {
                String sql =
                        "select name, price from products p" + i % statements + " where category = 7 and id = " + i;
                tollbooth.asUser("user" + (i + i / statements) % users, () -> statement.execute(sql));
            }
            long start = System.nanoTime();
            for (int seconds : SECONDS) {
                TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(seconds) - (System.nanoTime() - start));
                // what is let go of meanwhile is in the first figure only
                long first = tracked() - trackedBefore;
                long held = held() - heldBefore;
                System.out.println(seconds + " " + held + " " + first + " " + (tracked() - trackedBefore));
            }
        }
    }

    private long tracked() throws Exception {
        return (Long) server.getAttribute(new ObjectName("dev.tollbooth:type=Memory,instance=" + NAME), "Tracked");
    }

    /** The sum of the class histogram, which has no garbage. */
    private long held() throws Exception {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        String histogram = (String) server.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
        String total = histogram.substring(histogram.lastIndexOf("Total"));
        return Long.parseLong(total.strip().split("\\s+")[2]);
    }
}
