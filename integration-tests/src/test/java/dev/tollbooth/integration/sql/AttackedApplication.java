package dev.tollbooth.integration.sql;

import dev.tollbooth.jdbc.Tollbooth;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/** An application with a small heap that goes on with its own work, and its own H2, until a file appears. */
final class AttackedApplication {

    static final String PASSWORD = "s3cret";

    private static final int DIGESTS = 2_000;

    private AttackedApplication() {}

    /** The arguments are the port, and the file whose presence ends it. */
    public static void main(String[] arguments) throws Exception {
        System.setProperty("tollbooth.sql.listen", arguments[0]);
        System.setProperty("tollbooth.sql.user", Monitored.READER);
        System.setProperty("tollbooth.sql.password", PASSWORD);
        long executed = 0;
        long slowestNanos = 0;
        long slowestExecuteNanos = 0;
        long errors = 0;
        Path end = Path.of(arguments[1]);
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:own;DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < DIGESTS; i++) {
                statement.execute("SELECT 1 AS c" + i);
                executed++;
            }
            System.out.println("ready");
            while (!Files.exists(end)) {
                try {
                    long begin = System.nanoTime();
                    statement.execute("SELECT 'the application''s own'");
                    executed++;
                    long start = System.nanoTime();
                    slowestExecuteNanos = Math.max(slowestExecuteNanos, start - begin);
                    DriverManager.getConnection("jdbc:h2:mem:own", "", "").close();
                    slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
                } catch (SQLException e) {
                    errors++;
                }
                Thread.sleep(1);
            }
        }
        System.gc();
        System.out.println("sessions=" + sessions() + " heapMegabytes="
                + (ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20)
                + " slowestExecuteMillis=" + TimeUnit.NANOSECONDS.toMillis(slowestExecuteNanos));
        System.out.println("executed=" + executed + " counted="
                + Tollbooth.shared().statements().executions() + " errors=" + errors + " slowestConnectSeconds="
                + TimeUnit.NANOSECONDS.toSeconds(slowestNanos));
    }

    /** Counts the threads of the port's sessions, once those whose clients have gone have had a moment to end. */
    private static long sessions() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        long sessions;
        do {
            Thread.sleep(20);
            sessions = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().matches("tollbooth-sql-\\d+"))
                    .count();
        } while (sessions > 1 && System.nanoTime() - deadline < 0);
        return sessions - 1; // but for the port's own
    }
}
