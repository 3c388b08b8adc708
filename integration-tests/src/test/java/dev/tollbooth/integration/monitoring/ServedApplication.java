package dev.tollbooth.integration.monitoring;

import dev.tollbooth.jdbc.Tollbooth;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * An application with both HTTP ports that goes on with its statements, a tenth of which fail. It tells of its heap for each line
 * that it gets, and ends where there are no more.
 */
final class ServedApplication {

    static final String PASSWORD = "s3cret-and-long";

    private static final Pattern CONNECTIONS =
            Pattern.compile("\\s(\\d+)\\s+\\d+\\s+sun\\.net\\.httpserver\\.HttpConnection\\b(?!\\$)");
    private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

    private final int digests;
    private volatile boolean ending;
    private long executed;
    private long slowestNanos;
    private long errors;

    private ServedApplication(int digests) {
        this.digests = digests;
    }

    /** The arguments are the ports of Prometheus and the console, the interval of reports, and how many digests there are. */
    public static void main(String[] arguments) throws Exception {
        System.setProperty("tollbooth.prometheus.listen", arguments[0]);
        System.setProperty("tollbooth.console.listen", arguments[1]);
        System.setProperty("tollbooth.console.password", PASSWORD);
        System.setProperty("tollbooth.report.interval", arguments[2]);
        new ServedApplication(Integer.parseInt(arguments[3])).run();
    }

    private void run() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:own;DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < digests; i++) {
                execute(statement, i);
            }
            System.out.println("ready");
            Thread asked = new Thread(this::answer, "asked");
            asked.setDaemon(true);
            asked.start();
            slowestNanos = 0;
            for (int i = 0; !ending; i = (i + 1) % digests) {
                execute(statement, i);
                Thread.sleep(1);
            }
        }
        System.out.println("executed=" + executed + " counted="
                + Tollbooth.shared().statements().executions() + " errors=" + errors + " slowestMillis="
                + TimeUnit.NANOSECONDS.toMillis(slowestNanos));
    }

    private void execute(Statement statement, int number) {
        boolean fails = number % 10 == 0;
        long start = System.nanoTime();
        try {
            statement.execute(
                    fails
                            ? "SELECT no_such_column_" + number
                            : "SELECT 1 AS a_column_with_a_name_of_some_length_" + number);
            errors += fails ? 1 : 0;
        } catch (SQLException e) {
            errors += fails ? 0 : 1;
        }
        slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
        executed++;
    }

    private void answer() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            while (lines.readLine() != null) {
                String histogram = histogram();
                System.out.println(
                        "connections=" + number(CONNECTIONS, histogram) + " bytes=" + number(TOTAL, histogram));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        } finally {
            ending = true;
        }
    }

    private static String histogram() throws JMException {
        return (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
    }

    private static String number(Pattern pattern, String histogram) {
        Matcher found = pattern.matcher(histogram);
        return found.find() ? found.group(1) : "0";
    }
}
