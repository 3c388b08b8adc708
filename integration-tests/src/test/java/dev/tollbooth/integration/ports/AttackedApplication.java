package dev.tollbooth.integration.ports;

import dev.tollbooth.integration.soak.Vitals;
import dev.tollbooth.jdbc.Tollbooth;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.h2.jdbcx.JdbcDataSource;

/**
 * An application with a small heap that executes statements on its own H2 all the time, and answers each line on its standard
 * input with its vitals.
 */
final class AttackedApplication {

    private static final String H2 = "h2:mem:own;DB_CLOSE_DELAY=-1";
    private static final int STATEMENTS_PER_CONNECT = 20;

    private long executed;
    private long errors;
    private long longestNanos; // guarded by this, as the two above
    private volatile boolean ended;

    private AttackedApplication() {}

    /** The arguments: settings as {@code name=value}, then {@code digests=N}, then a command of the CLI with its arguments. */
    public static void main(String[] arguments) throws Exception {
        int at = 0;
        while (!arguments[at].startsWith("digests=")) {
            String[] setting = arguments[at++].split("=", 2);
            System.setProperty("tollbooth." + setting[0], setting[1]);
        }
        int digests = Integer.parseInt(arguments[at].substring("digests=".length()));
        String[] command = Arrays.copyOfRange(arguments, at + 1, arguments.length);
        if (command.length > 0) {
            writeReports(digests, command[1]);
        }
        new AttackedApplication().run(digests, command);
    }

    /** Has an earlier application fill the directory that the command shows. */
    private static void writeReports(int digests, String directory) throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:earlier");
        try (Tollbooth earlier = Tollbooth.builder()
                        .setting("name", "earlier")
                        .setting("report.dir", directory)
                        .build();
                Connection connection = earlier.wrap(database).getConnection()) {
            seed(connection, digests);
        }
    }

    private static void seed(Connection connection, int digests) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < digests; i++) {
                statement.execute("SELECT 1 AS a_column_of_a_long_name_" + i + ", 2 AS another_column_" + i);
            }
        }
    }

    private void run(int digests, String[] command) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:" + H2)) {
            seed(connection, digests);
            executed = digests;
            Thread statements = new Thread(() -> execute(connection), "statements");
            statements.start();
            if (command.length > 0) {
                startCommand(command);
            }
            System.out.println("ready");
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            for (String line = input.readLine(); "vitals".equals(line); line = input.readLine()) {
                System.out.println("vitals " + vitals());
            }
            ended = true;
            statements.join();
            System.out.println("vitals " + vitals());
        }
        System.exit(0); // the command does not end by itself
    }

    private static void startCommand(String[] command) {
        Thread thread = new Thread(
                () -> {
                    try {
                        Class.forName("dev.tollbooth.cli.Main")
                                .getMethod("main", String[].class)
                                .invoke(null, (Object) command);
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                },
                "command");
        thread.start();
    }

    private void execute(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; !ended; i++) {
                executeOnce(statement, i % STATEMENTS_PER_CONNECT == 0);
                Thread.sleep(1);
            }
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void executeOnce(Statement statement, boolean connects) {
        long start = System.nanoTime();
        boolean failed = false;
        try {
            statement.execute("SELECT 'the application''s own'");
            if (connects) {
                DriverManager.getConnection("jdbc:" + H2, "", "").close();
            }
        } catch (SQLException | RuntimeException e) {
            e.printStackTrace();
            failed = true;
        }
        synchronized (this) {
            executed++;
            errors += failed ? 1 : 0;
            longestNanos = Math.max(longestNanos, System.nanoTime() - start);
        }
    }

    /** The longest statement is that since the last call. */
    private ApplicationVitals vitals() throws Exception {
        long counted = Tollbooth.shared().statements().executions();
        Vitals now = Vitals.now();
        long failures = failures();
        synchronized (this) {
            ApplicationVitals vitals =
                    new ApplicationVitals(executed, counted, errors, failures, longestNanos / 1_000_000, now);
            longestNanos = 0;
            return vitals;
        }
    }

    private static long failures() throws Exception {
        ObjectName control = new ObjectName("dev.tollbooth:type=Control,instance=default");
        TabularData places =
                (TabularData) ManagementFactory.getPlatformMBeanServer().getAttribute(control, "Failures");
        return places.values().stream()
                .mapToLong(place -> ((Number) ((CompositeData) place).get("count")).longValue())
                .sum();
    }
}
