package dev.tollbooth.cli.attach;

import dev.tollbooth.jdbc.Tollbooth;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * An application on H2. It executes its statements, prints a line, and runs until its standard input ends. A statement
 * that begins with {@value #ENDLESS} is executed last, on a thread of its own.
 */
final class Application {

    static final String READY = "ready";
    static final String ENDLESS = "CALL hold";
    /** An endless query that can be cancelled. */
    static final String ENDLESS_QUERY =
            "/**/ select sum(a.x) from system_range(1, 10000000) a, system_range(1, 10000000) b";

    private Application() {}

    /**
     * Runs the application.
     *
     * @param arguments the URL, then the statements; errors of the database are ignored
     */
    public static void main(String[] arguments) throws SQLException, IOException {
        try (Connection connection = DriverManager.getConnection(arguments[0]);
                Statement statement = connection.createStatement()) {
            for (int i = 1; i < arguments.length; i++) {
                if (arguments[i].startsWith(ENDLESS) || arguments[i].equals(ENDLESS_QUERY)) {
                    Runnable execution = executing(arguments[0], arguments[i]);
                    Thread endless = new Thread(() -> Tollbooth.shared().withOrigin("Holder.hold", execution::run));
                    endless.setDaemon(true);
                    endless.start();
                } else {
                    execute(statement, arguments[i]);
                }
            }
            if (arguments[0].startsWith("jdbc:tollbooth:")) {
                Tollbooth.shared(); // creates the instance, which then registers its MBeans
            }
            System.out.println(READY);
            while (System.in.read() >= 0) {
                // the input has no content, only an end
            }
            // H2 would wait for the endless statement
            Runtime.getRuntime().halt(0);
        }
    }

    private static Runnable executing(String url, String sql) {
        return () -> {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                execute(statement, sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private static void execute(Statement statement, String sql) {
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                rows.getObject(1);
            }
        } catch (SQLException e) {
            System.out.println("refused: " + e.getSQLState());
        }
    }
}
