package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests settings that Tollbooth can't fulfil. The problem is the user's: it is logged once, shown, and not counted as a
 * failure of Tollbooth.
 */
@Timeout(120)
final class ProblemsTest {

    private static TabularData rows(String type, String attribute) throws Exception {
        return (TabularData) ManagementFactory.getPlatformMBeanServer().getAttribute(name(type), attribute);
    }

    private static ObjectName name(String type) throws Exception {
        return new ObjectName("dev.tollbooth:type=" + type + ",instance=problems");
    }

    private static void work(Tollbooth tollbooth) throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:problems");
        try (Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            assertThat(rows.next()).isTrue();
        }
    }

    @Test
    void portsThatAreTakenOrLackALibrary_areWarnedOfAndShown_andNoFailure() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LoggedLines log = new LoggedLines();
                Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "problems")
                        .setting("sql.user", "monitor")
                        .setting("sql.password", "secret-of-monitor")
                        .setting("sql.listen", Integer.toString(taken.getLocalPort()))
                        .setting("grpc.listen", Integer.toString(taken.getLocalPort()))
                        .build()) {
            work(tollbooth);
            while (rows("Control", "Problems").size() < 2) {
                Thread.sleep(10);
            }
            List<String> causes = new ArrayList<>();
            for (Object row : rows("Control", "Problems").values()) {
                causes.add((String) ((CompositeData) row).get("cause"));
            }
            String port = "=" + taken.getLocalPort();
            assertThat(causes).anyMatch(cause -> cause.contains("tollbooth.sql.listen" + port));
            // the module topsql is not on this class path
            assertThat(causes).anyMatch(cause -> cause.contains("missing=topsql"));
            assertThat(causes).allMatch(cause -> cause.matches(".*=.*; .*"));
            for (String cause : causes) {
                assertThat(log.with(cause)).hasSize(1).allMatch(line -> line.startsWith("WARNING no "));
            }
            assertThat(log.with("report it")).isEmpty();
            assertThat(log.with("secret-of-monitor")).isEmpty();
            assertThat(rows("Control", "Failures").values())
                    .allMatch(row -> ((CompositeData) row).get("count").equals(0L));
        }
    }

    @Test
    void reportDir_thatCannotBeWritten_isWarnedOfAndShown_andNoFailure(@TempDir Path directory) throws Exception {
        Path inTheWay = Files.writeString(directory.resolve("reports"), "in the way");
        try (LoggedLines log = new LoggedLines();
                Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "problems")
                        .setting("report.dir", inTheWay.toString())
                        .build()) {
            work(tollbooth);
            CompositeData sink = rows("Reporter", "Sinks").get(new Object[] {"file"});
            while (!"waiting".equals(sink.get("state"))) {
                Thread.sleep(10);
                sink = rows("Reporter", "Sinks").get(new Object[] {"file"});
            }
            assertThat(log.with("cannot write report files: tollbooth.report.dir=" + inTheWay))
                    .as("at the start, before there is a report")
                    .hasSize(1);
            ManagementFactory.getPlatformMBeanServer().invoke(name("Reporter"), "flush", null, null);
            sink = rows("Reporter", "Sinks").get(new Object[] {"file"});
            assertThat(sink.get("state")).isEqualTo("waiting");
            assertThat(sink.get("sent")).isEqualTo(0L);
            assertThat(sink.get("waiting")).isEqualTo(1L);
            assertThat((Long) sink.get("waitingBytes")).isPositive();
            assertThat((Integer) sink.get("failuresInRow")).isPositive();
            assertThat(sink.get("lastError")).isEqualTo("java.nio.file.FileAlreadyExistsException");
            assertThat(rows("Reporter", "Drops")
                            .get(new Object[] {"file", "file_unwritable"})
                            .get("reports"))
                    .as("an alert finds it before a report is lost")
                    .isEqualTo(0L);
            assertThat(log.with("report it")).isEmpty();
            assertThat(rows("Control", "Failures").values())
                    .allMatch(row -> ((CompositeData) row).get("count").equals(0L));
            tollbooth.close();
            assertThat(log.with("WARNING reports lost as they could not be written: reports="))
                    .hasSize(1);
        }
    }
}
