package dev.tollbooth.cli.doctor;

import dev.tollbooth.cli.doctor.Examination.Finding;
import dev.tollbooth.cli.doctor.Examination.Finding.Verdict;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A connection to an application's URL, opened in this process to examine Tollbooth with the settings in the URL.
 *
 * <p>Not thread-safe.
 */
public final class JdbcUrl implements AutoCloseable {

    private static final String PREFIX = "jdbc:tollbooth:";
    private static final String ABOUT = "connection";
    private static final String NO_DRIVER = "no driver accepts the URL";

    private final @Nullable Connection connection;
    private final List<Finding> findings;

    private JdbcUrl(@Nullable Connection connection, List<Finding> findings) {
        this.connection = connection;
        this.findings = List.copyOf(findings);
    }

    /** Opens {@code url} and executes SELECT 1; failures become findings. */
    public static JdbcUrl open(String url, @Nullable String user, char @Nullable [] password) {
        List<Finding> findings = new ArrayList<>();
        if (!url.startsWith(PREFIX)) {
            findings.add(Verdict.FAIL.of(
                    ABOUT,
                    "not accounted: the URL does not begin with " + PREFIX + "; write " + PREFIX + "... for jdbc:..."));
            return new JdbcUrl(null, findings);
        }
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", new String(password));
        }
        try {
            Connection connection = DriverManager.getConnection(url, properties);
            DatabaseMetaData about = connection.getMetaData();
            findings.add(Verdict.OK.of(
                    ABOUT,
                    "open: " + about.getDatabaseProductName() + " " + about.getDatabaseProductVersion() + ", driver "
                            + about.getDriverName() + " " + about.getDriverVersion()));
            selectOne(connection, findings);
            return new JdbcUrl(connection, findings);
        } catch (SQLException e) {
            findings.add(Verdict.FAIL.of(ABOUT, "could not connect: " + cause(e)));
            return new JdbcUrl(null, findings);
        }
    }

    /**
     * Returns the cause of a failure. A driver's message may contain the URL and a password, so only Tollbooth's own
     * messages are shown.
     */
    private static String cause(SQLException failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        boolean isOurs = trace.length > 0 && trace[0].getClassName().startsWith("dev.tollbooth.");
        String message = failure.getMessage();
        if (!isOurs || message == null) {
            return "exception=" + failure.getClass().getName() + ", state=" + failure.getSQLState()
                    + "; look at the database's address, user and password";
        }
        return message.startsWith(NO_DRIVER)
                ? message
                        + "; a driver's jar goes on the class path of dev.tollbooth.cli.Main, see tollbooth doctor --help"
                : message;
    }

    private static void selectOne(Connection connection, List<Finding> findings) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        } catch (SQLException e) {
            findings.add(Verdict.WARN.of(ABOUT, "SELECT 1 is refused: state=" + e.getSQLState()));
        }
    }

    /** Returns whether Tollbooth accounts for the connection, so that there is an instance to examine. */
    public boolean isAccounted() {
        return connection != null;
    }

    /** Returns the findings from opening the connection. */
    public List<Finding> findings() {
        return findings;
    }

    @Override
    public void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }
}
