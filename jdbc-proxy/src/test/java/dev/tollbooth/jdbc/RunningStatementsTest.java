package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.RunningStatement;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Tests running statements and their cancels. */
public class RunningStatementsTest {

    private static final CountDownLatch ENTERED = new CountDownLatch(1);
    private static final CountDownLatch LEAVE = new CountDownLatch(1);

    /** A function for H2 that runs until the test has read the running statements. */
    public static int hold() throws InterruptedException {
        ENTERED.countDown();
        LEAVE.await(60, TimeUnit.SECONDS);
        return 1;
    }

    private static final CountDownLatch FILLED = new CountDownLatch(1);
    private static final CountDownLatch READ = new CountDownLatch(1);

    /** A function for H2 that allocates 5 MB and runs until the test has read the running statements. */
    public static int fill() throws InterruptedException {
        byte[] bytes = new byte[5 << 20];
        FILLED.countDown();
        READ.await(60, TimeUnit.SECONDS);
        return bytes.length;
    }

    private static long tracked() throws Exception {
        ObjectName name = new ObjectName("dev.tollbooth:type=Memory,instance=filled");
        return (Long) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Tracked");
    }

    @Test
    void memory_duringAnExecution_hasANodeOfItsClientBytesBeyondTheLimit() throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:filled");
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "filled")
                        .setting("memory.query-limit", "100MB")
                        .build();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement();
                AutoCloseable release = READ::countDown) {
            statement.execute("create alias fill for 'dev.tollbooth.jdbc.RunningStatementsTest.fill'");
            Future<?> execution = pool.submit(() -> statement.execute("select fill()"));
            assertThat(FILLED.await(30, TimeUnit.SECONDS)).isTrue();
            RunningStatement now = tollbooth.running().get(0);
            String node = "proxy/running queries/" + now.digest().hex().substring(0, 8) + " " + now.id();
            assertThat(tollbooth.memory()).containsKey(node);
            assertThat(tollbooth.memory().get(node)).isBetween(5L << 20, 50L << 20);
            assertThat(tracked())
                    .as("what counts towards memory.limit")
                    .isPositive()
                    .isLessThan(5L << 20);
            READ.countDown();
            execution.get();
            assertThat(tollbooth.memory()).doesNotContainKey(node);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void running_duringAnExecution_isSeenAndCanBeCancelled() throws Exception {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:running");
        h2.setUser("sa");
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Tollbooth tollbooth = Tollbooth.builder().setting("jmx", "off").build();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create alias hold for 'dev.tollbooth.jdbc.RunningStatementsTest.hold'");
            Future<SQLException> failure = pool.submit(() -> {
                try (AutoCloseable scope = tollbooth.enterOrigin("GET /orders/{id}");
                        ResultSet rows = statement.executeQuery("select hold() + x from system_range(1, 100000000)")) {
                    return null;
                } catch (SQLException e) {
                    return e;
                }
            });
            assertThat(ENTERED.await(30, TimeUnit.SECONDS))
                    .as("the query runs, or failed with %s", failure)
                    .isTrue();
            List<RunningStatement> running = tollbooth.running();
            assertThat(running).hasSize(1);
            RunningStatement now = running.get(0);
            assertThat(now.user()).isEqualTo("SA");
            assertThat(now.origin()).isEqualTo("GET /orders/{id}");
            assertThat(now.digest().text()).startsWith("select");
            assertThat(now.elapsedNanos()).isPositive();
            assertThat(tollbooth.cancel("999.1.1")).isFalse();
            assertThat(tollbooth.cancel("nonsense")).isFalse();
            assertThat(tollbooth.cancel(now.id())).isTrue();
            LEAVE.countDown();
            assertThat((Throwable) failure.get()).isNotNull().hasMessageContaining("canceled");
            assertThat(tollbooth.running()).isEmpty();
            assertThat(tollbooth.cancel(now.id())).isFalse();
            try (ResultSet rows = statement.executeQuery("select 1")) {
                assertThat(rows.next()).as("the connection stays usable").isTrue();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
