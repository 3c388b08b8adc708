package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.RunningStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Tests the users that executions are accounted to. */
@Tag("jdk")
public final class UsersTest {

    /** A URL for a mode in which H2 accepts client info. */
    private static final String URL = "jdbc:h2:mem:;MODE=DB2";

    private static volatile Tollbooth observed;
    private static volatile List<RunningStatement> seen = List.of();

    private final List<RuRecord> records = new CopyOnWriteArrayList<>();
    private final Tollbooth tollbooth = collecting(records);

    private static Tollbooth collecting(List<RuRecord> into) {
        Tollbooth made = Tollbooth.builder().setting("jmx", "off").build();
        made.subscribe(report -> into.addAll(report.window().ruRecords()), ItemInterval.SECONDS_15);
        return made;
    }

    private static Connection connect(Tollbooth to) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL(URL);
        h2.setUser("sa");
        return to.wrap(h2).getConnection();
    }

    private static void execute(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCK_TIMEOUT 1000");
        }
    }

    /** Closes the instance and returns the executions of each user. */
    private static Map<String, Long> executions(Tollbooth of, List<RuRecord> reported) {
        of.close();
        Map<String, Long> byUser = new TreeMap<>();
        for (RuRecord record : reported) {
            long count = record.items().stream().mapToLong(RuItem::execCount).sum();
            byUser.merge(record.user(), count, Long::sum);
        }
        return byUser;
    }

    /** A function for H2 that reads the running statements. */
    public static int look() {
        seen = observed.running();
        return 1;
    }

    @Test
    void user_ofScopeClientAndConnection_isTheFirstThatIsSet() throws SQLException {
        try (Connection connection = connect(tollbooth)) {
            execute(connection);
            connection.setClientInfo("ClientUser", "client");
            execute(connection);
            tollbooth.asUser("scope", () -> execute(connection));
            execute(connection);
            connection.setClientInfo("ApplicationName", "shop");
            execute(connection);
            connection.setClientInfo("ClientUser", null);
            execute(connection);
            Properties both = new Properties();
            both.setProperty("ClientUser", "both");
            connection.setClientInfo(both);
            execute(connection);
            connection.setClientInfo(new Properties());
            execute(connection);
        }
        assertThat(executions(tollbooth, records))
                .containsExactlyInAnyOrderEntriesOf(Map.of("SA", 3L, "client", 3L, "scope", 1L, "both", 1L));
    }

    @Test
    void clientUser_thatTheDriverRefuses_isNotTaken() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        h2.setUser("sa");
        try (Connection connection = tollbooth.wrap(h2).getConnection()) {
            assertThatThrownBy(() -> connection.setClientInfo("ClientUser", "client"))
                    .isInstanceOf(SQLClientInfoException.class);
            execute(connection);
        }
        assertThat(executions(tollbooth, records)).containsExactly(Map.entry("SA", 1L));
    }

    @Test
    void scope_nestedOrThrowing_leavesNothingToTheNextTask() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (Connection connection = connect(tollbooth)) {
            Callable<Object> nested = () -> tollbooth.asUser("outer", () -> {
                execute(connection);
                tollbooth.asUser("inner", () -> execute(connection));
                execute(connection);
                return tollbooth.asUser("", () -> {
                    execute(connection);
                    throw new IllegalStateException("on purpose");
                });
            });
            assertThatThrownBy(() -> pool.submit(nested).get()).hasMessageContaining("on purpose");
            pool.submit(() -> {
                        execute(connection);
                        return 0;
                    })
                    .get();
            tollbooth.asUser(
                    "mine",
                    () -> pool.submit(() -> {
                                execute(connection);
                                return 0;
                            })
                            .get());
        } finally {
            pool.shutdownNow();
        }
        assertThat(executions(tollbooth, records))
                .as("a task of another thread is in no scope")
                .containsExactlyInAnyOrderEntriesOf(Map.of("outer", 2L, "inner", 1L, "", 1L, "SA", 2L));
    }

    @Test
    void resultSet_readAfterTheScope_isItsExecutionsUsers() throws SQLException {
        try (Connection connection = connect(tollbooth);
                PreparedStatement statement = connection.prepareStatement("SELECT x FROM system_range(1, 3000)")) {
            try (ResultSet rows = tollbooth.asUser("reader", () -> statement.executeQuery())) {
                connection.setClientInfo("ClientUser", "later");
                while (rows.next()) {
                    rows.getLong(1);
                }
            }
        }
        assertThat(executions(tollbooth, records)).containsExactly(Map.entry("reader", 1L));
        double ru = records.get(0).items().stream().mapToDouble(RuItem::ru).sum();
        assertThat(ru).as("one read and 3,000 numbers at least").isGreaterThan(0.475 + 3_000 * 8 / 65_536.0);
    }

    @Test
    void running_inAScope_showsItsUser() throws SQLException {
        observed = tollbooth;
        try (tollbooth;
                Connection connection = connect(tollbooth);
                Statement statement = connection.createStatement()) {
            statement.execute("create alias look for 'dev.tollbooth.jdbc.UsersTest.look'");
            tollbooth.asUser("tenant-7", () -> statement.executeQuery("select look()"));
            assertThat(seen).extracting(RunningStatement::user).containsExactly("tenant-7");
        }
    }

    @Test
    void scope_ofOneInstance_isNotAnothers() throws SQLException {
        List<RuRecord> ofOther = new CopyOnWriteArrayList<>();
        Tollbooth other = collecting(ofOther);
        try (Connection mine = connect(tollbooth);
                Connection theirs = connect(other)) {
            tollbooth.asUser("here", () -> {
                execute(mine);
                execute(theirs);
                other.asUser("there", () -> execute(theirs));
            });
        }
        assertThat(executions(tollbooth, records)).containsExactly(Map.entry("here", 1L));
        assertThat(executions(other, ofOther)).containsExactlyInAnyOrderEntriesOf(Map.of("SA", 1L, "there", 1L));
    }

    @Test
    void users_ofRacingThreads_countEachTheirOwn() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            race(pool, 20261121L);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void users_ofVirtualThreads_countEachTheirOwn() throws Exception {
        // by reflection, because the build is for Java 17
        Object threads =
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        try (AutoCloseable pool = (AutoCloseable) threads) {
            race((ExecutorService) pool, 20261122L);
        }
    }

    /**
     * Runs many tasks, each in scopes of random users on shared connections, and compares the result with simple
     * counts.
     */
    private void race(ExecutorService pool, long seed) throws Exception {
        Map<String, Long> expected = new TreeMap<>();
        List<Future<Object>> tasks = new CopyOnWriteArrayList<>();
        Random random = new Random(seed);
        try (Connection one = connect(tollbooth);
                Connection two = connect(tollbooth)) {
            for (int i = 0; i < 200; i++) {
                String outer = "tenant-" + random.nextInt(5);
                String inner = "tenant-" + random.nextInt(5);
                int times = random.nextInt(5);
                Connection connection = random.nextBoolean() ? one : two;
                expected.merge(outer, 1L, Long::sum);
                expected.merge(inner, (long) times, Long::sum);
                expected.merge("SA", 1L, Long::sum);
                tasks.add(pool.submit(() -> {
                    tollbooth.asUser(outer, () -> {
                        for (int time = 0; time < times; time++) {
                            tollbooth.asUser(inner, () -> execute(connection));
                        }
                        execute(connection);
                    });
                    execute(connection);
                    return null;
                }));
            }
            for (Future<Object> task : tasks) {
                task.get();
            }
        }
        expected.values().removeIf(count -> count == 0);
        assertThat(executions(tollbooth, records)).as("seed %d", seed).isEqualTo(expected);
    }
}
