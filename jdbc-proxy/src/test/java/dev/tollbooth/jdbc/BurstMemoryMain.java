package dev.tollbooth.jdbc;

import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.report.ItemInterval;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.sql.DataSource;

/**
 * A program that prints the growth of the heap and of the tracked bytes by bursts of several kinds: after each burst,
 * and at rest.
 */
public final class BurstMemoryMain {

    private static final int WARM_UP = 300;
    private static final int LOOKS = 25;
    private static final int CONNECTIONS = 2_000;
    private static final int STATEMENTS_OF_A_CONNECTION = 3;

    /** Classes of the driver, and those that the JVM generates for a first call. */
    private static final List<String> NOT_OURS = List.of(
            "dev.tollbooth.jdbc.ThinDriver",
            "java.lang.invoke.",
            "java.lang.reflect.",
            "java.lang.Class",
            "jdk.internal.");

    /** The measured work: a little at first, so that all classes are loaded, and then a burst. */
    private interface Load {
        void run(Tollbooth tollbooth, boolean burst) throws Exception;
    }

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final List<Object> kept = new ArrayList<>(CONNECTIONS * (1 + 2 * STATEMENTS_OF_A_CONNECTION) + WARM_UP);
    private final CountDownLatch never = new CountDownLatch(1);

    private BurstMemoryMain() {}

    /**
     * Prints, for each kind, its name, the held bytes, and the tracked bytes.
     *
     * @param arguments the kinds of bursts
     */
    public static void main(String[] arguments) throws Exception {
        BurstMemoryMain main = new BurstMemoryMain();
        for (String kind : arguments) {
            main.measure(kind, main.load(kind));
        }
        System.exit(0); // consumers wait
    }

    private Load load(String kind) {
        return switch (kind) {
            case "digests" -> (tollbooth, burst) -> execute(tollbooth, burst, 20_000, 20_000, 1);
            case "accounts" ->
                (tollbooth, burst) -> {
                    collect(tollbooth, burst);
                    execute(tollbooth, burst, 80_000, 4_000, 20);
                };
            case "users" ->
                (tollbooth, burst) -> {
                    collect(tollbooth, burst);
                    execute(tollbooth, burst, 20_000, 20, 5_000);
                };
            case "connections" -> this::connect;
            case "reports" -> this::stall;
            default -> throw new IllegalArgumentException("unknown kind: " + kind);
        };
    }

    private static void collect(Tollbooth tollbooth, boolean burst) {
        if (!burst) {
            tollbooth.subscribe(report -> {}, ItemInterval.SECONDS_60);
        }
    }

    private static void execute(Tollbooth tollbooth, boolean burst, int executions, int statements, int users)
            throws Exception {
        try (Connection connection = tollbooth.wrap(ThinDriver.create()).getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < (burst ? executions : WARM_UP); i++) {
                String sql = "select name from products p" + (burst ? "" : "_") + i % statements + " where id = " + i;
                tollbooth.asUser("user" + (i + i / statements) % users, () -> statement.execute(sql));
            }
        }
    }

    private void connect(Tollbooth tollbooth, boolean burst) throws Exception {
        DataSource source = tollbooth.wrap(ThinDriver.create());
        for (int i = 0; i < (burst ? CONNECTIONS : 10); i++) {
            Connection connection = source.getConnection();
            kept.add(connection);
            for (int j = 0; j < STATEMENTS_OF_A_CONNECTION; j++) {
                PreparedStatement statement = connection.prepareStatement("select name from products where id = ?");
                ResultSet result = statement.executeQuery();
                kept.add(statement);
                kept.add(result);
            }
        }
    }

    /** Stalls the reports: one is with the consumer, one waits, and the texts of a third one have no room. */
    private void stall(Tollbooth tollbooth, boolean burst) throws Exception {
        if (!burst) {
            execute(tollbooth, false, 0, 4_000, 1); // a JVM keeps a megabyte for the classes of a first execution
            flush(tollbooth);
            tollbooth.subscribe(report -> never.await(), ItemInterval.SECONDS_60);
        }
        for (int i = 0; burst && i < 3; i++) {
            execute(tollbooth, true, 4_000, 4_000, 1);
            Thread flush = new Thread(() -> flush(tollbooth));
            flush.setDaemon(true);
            flush.start();
            flush.join(300);
        }
    }

    private void flush(Tollbooth tollbooth) {
        try {
            server.invoke(name("Reporter", tollbooth), "flush", new Object[0], new String[0]);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void measure(String kind, Load load) throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder()
                .setting("name", kind)
                .setting("digests.size", "100000")
                .build()) {
            load.run(tollbooth, false);
            tracked(tollbooth);
            TimeUnit.SECONDS.sleep(1);
            long[] before = steady(tollbooth);
            load.run(tollbooth, true);
            print(kind, tollbooth, before);
            closeAccounts(tollbooth.instance().sessions());
            print(kind + " at rest", tollbooth, before);
        }
        kept.clear();
    }

    /** Closes and releases unused accounts at once, instead of in the next ten seconds. */
    private static void closeAccounts(SessionRegistry sessions) throws InterruptedException {
        while (sessions.accounts() > 0) {
            TimeUnit.MILLISECONDS.sleep(100);
            sessions.sweepUnused();
        }
        sessions.sweepUnused();
    }

    /**
     * Prints the first figures that fit, else the last ones, because the worker may not have applied all entries yet.
     */
    private void print(String kind, Tollbooth tollbooth, long[] before) throws Exception {
        String line = "";
        for (int look = 0; look < LOOKS; look++) {
            TimeUnit.MILLISECONDS.sleep(200);
            long[] now = steady(tollbooth);
            long held = now[0] - before[0];
            long tracked = now[1] - before[1];
            line = kind + ": held " + held + " tracked " + tracked;
            if (BurstMemoryTest.fits(held, tracked)) {
                break;
            }
        }
        System.out.println(line);
    }

    /** Returns the held and the tracked bytes at a time without changes of the tracked ones. */
    private long[] steady(Tollbooth tollbooth) throws Exception {
        while (true) {
            long first = tracked(tollbooth);
            long held = held();
            long last = tracked(tollbooth);
            if (Math.abs(last - first) < 10_000) {
                return new long[] {held, last};
            }
        }
    }

    private long tracked(Tollbooth tollbooth) throws Exception {
        return (Long) server.getAttribute(name("Memory", tollbooth), "Tracked");
    }

    private static ObjectName name(String type, Tollbooth tollbooth) throws Exception {
        return new ObjectName("dev.tollbooth:type=" + type + ",instance=" + tollbooth.name());
    }

    /** Returns the sum of the class histogram, which contains no garbage. */
    private long held() throws Exception {
        System.gc();
        String histogram = (String) server.invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "gcClassHistogram",
                new Object[] {new String[0]},
                new String[] {String[].class.getName()});
        return histogram
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(line -> line[0].endsWith(":") && NOT_OURS.stream().noneMatch(line[3]::startsWith))
                .mapToLong(line -> Long.parseLong(line[2]))
                .sum();
    }
}
