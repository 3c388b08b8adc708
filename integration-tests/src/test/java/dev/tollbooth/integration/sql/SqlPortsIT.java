package dev.tollbooth.integration.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.NetworkInterface;
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
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** The accounts as SQL tables, from other JVMs and from this one. */
final class SqlPortsIT {
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
    void h2Driver_inAnotherJvm_readsAndTruncatesByItsRights() throws Exception {
        try (Monitored application = new Monitored(100)) {
            assertReadsAndTruncates(
                    application, H2, "jdbc:h2:tcp://localhost:" + application.port + "/performance_schema");
        }
    }

    @Test
    void postgresqlDriver_inAnotherJvm_readsAndTruncatesByItsRights() throws Exception {
        try (Monitored application = new Monitored(100)) {
            assertReadsAndTruncates(
                    application,
                    POSTGRESQL,
                    "jdbc:postgresql://localhost:" + application.pgPort + "/performance_schema?replication=false");
        }
    }

    @Test
    void otherDatabases_ofThisJvm_cantBeOpenedThroughEitherPort() throws Exception {
        try (Monitored application = new Monitored(100)) {
            // it is there, and whoever knows its name opens it within this JVM
            DriverManager.getConnection(application.applicationUrl, "sa", "").close();
            for (String other :
                    List.of("mem:" + application.name, application.name, "mem:management_db_9092", "mem:new")) {
                assertThatThrownBy(() -> DriverManager.getConnection(
                                "jdbc:h2:tcp://localhost:" + application.port + "/" + other, "sa", ""))
                        .as(other)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("Wrong user name or password");
                assertThatThrownBy(() -> DriverManager.getConnection(
                                "jdbc:postgresql://localhost:" + application.pgPort + "/" + other, "sa", ""))
                        .as(other)
                        .isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(() -> DriverManager.getConnection(
                            "jdbc:h2:tcp://localhost:" + application.port + "/performance_schema", "reader", "wrong"))
                    .hasMessageContaining("Wrong user name or password");
        }
    }

    @Test
    void ports_ofALivingInstance_areOnLoopbackOnlyAndEndWithIt() throws Exception {
        Monitored application = new Monitored(100);
        try (application) {
            for (int port : new int[] {application.port, application.pgPort}) {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                for (InetAddress address : addressesOfThisMachine()) {
                    assertThatThrownBy(() -> new Socket(address, port))
                            .as("%s:%d", address, port)
                            .isInstanceOf(IOException.class);
                }
            }
        }
        for (int port : new int[] {application.port, application.pgPort}) {
            assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
                    .isInstanceOf(IOException.class);
        }
    }

    private static List<InetAddress> addressesOfThisMachine() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> !address.isLoopbackAddress())
                .toList();
    }

    @Test
    void port_thatIsTaken_isCountedAndTheApplicationGoesOn() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "taken")
                        .setting("sql.port", Integer.toString(taken.getLocalPort()))
                        .setting("sql.pg-port", Integer.toString(taken.getLocalPort()))
                        .setting("sql.user", Monitored.READER)
                        .setting("sql.password", Monitored.PASSWORD)
                        .build()) {
            Object failures = ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName("dev.tollbooth:type=Control,instance=taken"), "Failures");
            assertThat(failures.toString()).contains("count=2, place=sql");
            try (Connection connection = tollbooth.sqlTables().connect();
                    Statement statement = connection.createStatement()) {
                assertThat(statement.execute(SELECT)).isTrue();
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
