package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Tests the SQL tables from other JVMs and from this one. */
public final class SqlPortsIT {
    private static final Path TOLLBOOTH = ForkedJvm.placeOf(TollboothDriver.class);
    private static final Path H2 = ForkedJvm.placeOf(org.h2.Driver.class);
    private static final Path POSTGRESQL = ForkedJvm.placeOf(org.postgresql.Driver.class);
    private static final Path TESTS = ForkedJvm.placeOf(SqlPortsIT.class);
    private static final String INSIDE = "jdbc:tollbooth:performance_schema";
    private static final String TABLE = "performance_schema.events_statements_summary_by_digest";
    private static final String HISTOGRAM = "performance_schema.events_statements_histogram_by_digest";
    private static final String SELECT = "SELECT digest_text, count_star FROM " + TABLE;
    private static final String BOUNDS = "SELECT bucket_number, bucket_timer_low, bucket_timer_high FROM " + HISTOGRAM
            + " WHERE bucket_number IN (1, 449) ORDER BY bucket_number";

    private static List<String> client(Path driver, String url, String user, String... statements) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(url, user, Monitored.PASSWORD));
        arguments.addAll(Arrays.asList(statements));
        return ForkedJvm.run(List.of(TESTS, driver), SqlClientApplication.class, arguments.toArray(String[]::new))
                .lines()
                // without what the drivers log
                .filter(line -> line.matches("(connected|not connected|row |done|refused).*"))
                .toList();
    }

    private static void assertReadsAndTruncates(Monitored application, Path driver, String url) throws Exception {
        application.execute("SELECT 1", "SELECT 2");
        String delete = "DELETE FROM " + TABLE;
        String truncate = "TRUNCATE TABLE " + TABLE;
        List<String> reader = client(driver, url, Monitored.READER, SELECT, BOUNDS, truncate, delete, SELECT);
        assertThat(reader)
                .startsWith(
                        "connected",
                        "row select ?|2",
                        "row 1|10000000|10471285",
                        "row 449|9120108393559408|18446744073709551615");
        assertThat(reader.subList(4, 6)).allSatisfy(line -> assertThat(line).startsWith("refused: "));
        assertThat(reader.get(6)).isEqualTo("row select ?|2");
        List<String> owner = client(driver, url, Monitored.OWNER, delete, truncate, SELECT);
        assertThat(owner).hasSize(3).startsWith("connected").endsWith("done");
        assertThat(owner.get(1)).startsWith("refused: ");
    }

    @Test
    void postgresqlDriver_inAnotherJvm_readsAndTruncatesByItsRights() throws Exception {
        try (Monitored application = new Monitored(100)) {
            assertReadsAndTruncates(application, POSTGRESQL, url(application, "performance_schema"));
        }
    }

    private static String url(Monitored application, String database) {
        return "jdbc:postgresql://localhost:" + application.pgPort + "/" + database;
    }

    @Test
    void otherDatabases_ofThisJvm_cantBeOpened() throws Exception {
        try (Monitored application = new Monitored(100)) {
            // it is there, and whoever knows its name opens it within this JVM
            DriverManager.getConnection(application.applicationUrl, "sa", "").close();
            for (String other : List.of("mem:" + application.name, application.name, "mem:new")) {
                assertState("28P01", url(application, other), "sa", "");
                assertState("3D000", url(application, other), Monitored.READER, Monitored.PASSWORD);
            }
            assertState("28P01", url(application, "performance_schema"), Monitored.READER, "wrong");
        }
    }

    private static void assertState(String state, String url, String user, String password) {
        assertThatThrownBy(() -> DriverManager.getConnection(url, user, password.isEmpty() ? "none" : password))
                .as(url)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }

    @Test
    void port_ofALivingInstance_endsWithIt() throws Exception {
        Monitored application = new Monitored(100);
        try (application) {
            new Socket(InetAddress.getLoopbackAddress(), application.pgPort).close();
        }
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), application.pgPort))
                .isInstanceOf(IOException.class);
    }

    @Test
    void port_thatIsTaken_isWarnedOfInOneLineAndTheApplicationGoesOn() throws Exception {
        List<String> warnings = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger("dev.tollbooth");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                warnings.add(record.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "taken")
                        .setting("sql.listen", Integer.toString(taken.getLocalPort()))
                        .setting("sql.user", Monitored.READER)
                        .setting("sql.password", Monitored.PASSWORD)
                        .build()) {
            assertThat(warnings)
                    .containsExactly("no port for the SQL tables: tollbooth.sql.listen=" + taken.getLocalPort()
                            + ": can't listen on loopback: port=" + taken.getLocalPort()
                            + ", exception=java.net.BindException; choose a port that is free");
            try (Connection connection = tollbooth.connectToTables();
                    Statement statement = connection.createStatement()) {
                assertThat(statement.execute(SELECT)).isTrue();
            }
        } finally {
            logger.removeHandler(handler);
        }
    }

    /** A function of H2: what runs while it is called. */
    public static String running() throws SQLException {
        try (Connection tables = DriverManager.getConnection(INSIDE);
                Statement statement = tables.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT origin || ' ' || user_name FROM performance_schema.active_statements")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    @Test
    void activeStatements_duringAnExecution_haveItsOriginAndUser() throws Exception {
        try (Connection accounted = DriverManager.getConnection("jdbc:tollbooth:h2:mem:running", "sa", "");
                Statement work = accounted.createStatement();
                AutoCloseable scope = Tollbooth.shared().enterOrigin("GET /orders/{id}")) {
            work.execute("CREATE ALIAS running FOR '" + SqlPortsIT.class.getName() + ".running'");
            try (ResultSet rows = work.executeQuery("SELECT running()")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("GET /orders/{id} SA");
            }
        }
    }

    @Test
    void insideTheApplication_withoutAnyPort_tablesAreReadAndTruncatedUnaccounted() throws Exception {
        try (Connection accounted = DriverManager.getConnection("jdbc:tollbooth:h2:mem:inside");
                Statement work = accounted.createStatement();
                Connection tables = DriverManager.getConnection(INSIDE);
                Statement statement = tables.createStatement()) {
            work.execute("SELECT 'inside' AS seen_inside");
            long before = Tollbooth.shared().statements().executions();
            try (ResultSet rows = statement.executeQuery(SELECT + " WHERE digest_text LIKE '%seen_inside%'")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(2)).isEqualTo(1);
            }
            statement.execute("TRUNCATE TABLE " + HISTOGRAM);
            assertThatThrownBy(() -> statement.execute("DELETE FROM " + TABLE)).isInstanceOf(SQLException.class);
            assertThat(Tollbooth.shared().statements().executions()).isEqualTo(before);
        }
    }

    @Test
    void insideTheApplication_withoutH2_saysWhatIsMissing() throws Exception {
        assertThat(ForkedJvm.run(List.of(TESTS, TOLLBOOTH), SqlClientApplication.class, INSIDE, "", ""))
                .contains("not connected: the SQL tables need H2, which is not on the class path;"
                        + " put com.h2database:h2:2.5.252 on the class path");
    }

    @Test
    void insideTheApplication_withH2_isOpenedByUrlAlone() throws Exception {
        assertThat(ForkedJvm.run(
                        List.of(TESTS, TOLLBOOTH, H2),
                        SqlClientApplication.class,
                        INSIDE,
                        "",
                        "",
                        "SELECT count(*) FROM performance_schema.events_statements_histogram_global",
                        "SELECT count(*) FROM " + TABLE))
                .contains("connected\nrow 450\nrow 0\n");
    }
}
