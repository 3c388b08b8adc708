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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.h2.jdbcx.JdbcDataSource;

/**
 * An application with a small heap that executes statements on its own H2 all the time, and answers questions on its
 * standard input.
 */
final class AttackedApplication {

    private static final String H2 = "h2:mem:own;DB_CLOSE_DELAY=-1";
    private static final int STATEMENTS_PER_CONNECT = 20;
    private static final int STATEMENTS_PER_FAILURE = 10;

    private static final Pattern HTTP_CONNECTIONS =
            Pattern.compile("\\s(\\d+)\\s+\\d+\\s+sun\\.net\\.httpserver\\.HttpConnection\\b(?!\\$)");
    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

    private final int digests;
    private final boolean varied; // each of them again and again, a tenth of which fail
    private long executed;
    private long errors;
    private long longestNanos; // guarded by this, as the two above
    private volatile boolean ended;

    private AttackedApplication(int digests, boolean varied) {
        this.digests = digests;
        this.varied = varied;
    }

    /**
     * Runs the application.
     *
     * @param arguments settings as {@code name=value}, then {@code digests=N} or {@code varied=N}, then a command of
     *     the CLI with its arguments
     */
    public static void main(String[] arguments) throws Exception {
        int at = 0;
        while (!arguments[at].matches("(digests|varied)=\\d+")) {
            String[] setting = arguments[at++].split("=", 2);
            System.setProperty("tollbooth." + setting[0], setting[1]);
        }
        int digests = Integer.parseInt(arguments[at].split("=", 2)[1]);
        String[] command = Arrays.copyOfRange(arguments, at + 1, arguments.length);
        if (command.length > 0) {
            writeReports(digests, command[1]);
        }
        new AttackedApplication(digests, arguments[at].startsWith("varied")).run(command);
    }

    /** Fills the directory for the command by an earlier application. */
    private static void writeReports(int digests, String directory) throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:earlier");
        try (Tollbooth earlier = Tollbooth.builder()
                        .setting("name", "earlier")
                        .setting("report.dir", directory)
                        .build();
                Connection connection = earlier.wrap(database).getConnection()) {
            seed(connection, digests, false);
        }
    }

    private static void seed(Connection connection, int digests, boolean varied) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < digests; i++) {
                if (!execute(statement, i, varied && i % STATEMENTS_PER_FAILURE == 0)) {
                    throw new IllegalStateException("a statement has not done what it is meant to: number=" + i);
                }
            }
        }
    }

    /** Returns whether the statement of this number had the expected result. */
    private static boolean execute(Statement statement, int number, boolean fails) {
        try {
            statement.execute(
                    fails
                            ? "SELECT no_such_column_" + number
                            : "SELECT 1 AS a_column_of_a_long_name_" + number + ", 2 AS another_column_" + number);
            return !fails;
        } catch (SQLException e) {
            return fails;
        }
    }

    private void run(String[] command) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:" + H2)) {
            seed(connection, digests, varied);
            executed = digests;
            Thread statements = new Thread(() -> execute(connection), "statements");
            statements.start();
            if (command.length > 0) {
                startCommand(command);
            }
            System.out.println("ready");
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
            for (String line = input.readLine(); line != null && !line.equals("end"); line = input.readLine()) {
                System.out.println(line + " " + answer(line));
            }
            ended = true;
            statements.join();
            System.out.println("vitals " + vitals());
        }
        System.exit(0); // the command does not end by itself
    }

    private String answer(String question) throws Exception {
        return switch (question) {
            case "vitals" -> vitals().toString();
            case "live" -> liveObjects();
            case "sessions" -> Long.toString(sessionsOfSqlPort());
            default -> throw new IllegalArgumentException(question);
        };
    }

    /** Returns the number of connections of the JDK's HTTP servers, and the bytes of all objects. */
    private static String liveObjects() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return number(HTTP_CONNECTIONS, histogram) + " " + number(TOTAL, histogram);
    }

    private static String number(Pattern pattern, String histogram) {
        Matcher found = pattern.matcher(histogram);
        return found.find() ? found.group(1) : "0";
    }

    /** Counts the threads of the SQL port's sessions, after a moment for those whose clients have gone. */
    private static long sessionsOfSqlPort() throws InterruptedException {
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
                executeOnce(statement, varied ? i % digests : 1, i % STATEMENTS_PER_CONNECT == 0);
                Thread.sleep(1);
            }
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void executeOnce(Statement statement, int number, boolean connects) {
        long start = System.nanoTime();
        boolean failed = false;
        try {
            failed = !execute(statement, number, varied && number % STATEMENTS_PER_FAILURE == 0);
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
