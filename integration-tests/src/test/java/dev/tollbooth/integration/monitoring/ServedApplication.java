package dev.tollbooth.integration.monitoring;

import dev.tollbooth.jdbc.Tollbooth;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;

/** An application with a small heap and 10,000 digests, some of which fail, that goes on with its work until a file appears. */
final class ServedApplication {

    static final String PASSWORD = "s3cret-and-long";

    private static final int DIGESTS = 10_000;
    private static final int FAILING = 1_000;

    private ServedApplication() {}

    /** The arguments are the ports of Prometheus and the console, and the file whose presence ends it. */
    public static void main(String[] arguments) throws Exception {
        System.setProperty("tollbooth.prometheus.listen", arguments[0]);
        System.setProperty("tollbooth.console.listen", arguments[1]);
        System.setProperty("tollbooth.console.password", PASSWORD);
        System.setProperty("tollbooth.report.interval", "15s");
        long executed = 0;
        long slowestNanos = 0;
        long errors = 0;
        Path end = Path.of(arguments[2]);
        try (Connection connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:own;DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < DIGESTS; i++) {
                statement.execute("SELECT 1 AS a_column_with_a_name_of_some_length_" + i);
                executed++;
            }
            for (int i = 0; i < FAILING; i++) {
                fail(statement, "SELECT no_such_column_" + i);
                fail(statement, "SELECT a FROM no_such_table_" + i);
                executed += 2;
            }
            System.out.println("ready");
            while (!Files.exists(end)) {
                try {
                    long start = System.nanoTime();
                    statement.execute("SELECT 1 AS a_column_with_a_name_of_some_length_" + executed % DIGESTS);
                    slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
                    executed++;
                } catch (SQLException e) {
                    errors++;
                }
                Thread.sleep(1);
            }
        }
        System.out.println("executed=" + executed + " counted="
                + Tollbooth.shared().statements().executions() + " errors=" + errors + " slowestMillis=" + TimeUnit.NANOSECONDS.toMillis(slowestNanos));
    }

    private static void fail(Statement statement, String sql) {
        try {
            statement.execute(sql);
            throw new IllegalStateException("it should fail: " + sql);
        } catch (SQLException e) {
            // as it should
        }
    }
}
