package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tollbooth.internal.instance.ThisJvm;
import dev.tollbooth.internal.journal.QueryLimit;
import dev.tollbooth.internal.observe.ExecutionObserver;
import dev.tollbooth.internal.observe.ObservedExecution;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests limits of statements on H2, through a driver that cancels as the test chooses. */
@Timeout(60)
class QueryLimitTest {

    private static final String OVER = "select x, repeat('x', 1000) || x from system_range(1, 2000000)";

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch leave = new CountDownLatch(1);
    private final JdbcDataSource h2 = new JdbcDataSource();

    QueryLimitTest() {
        h2.setURL("jdbc:h2:mem:");
        h2.setUser("sa");
    }

    /** The work of the driver around a call of H2. */
    private interface Around {
        Object call(Statement h2, String method, Call driver) throws Exception;
    }

    private interface Call {
        Object go() throws Exception;
    }

    @AfterEach
    void leave() {
        leave.countDown();
    }

    private static Tollbooth limited() {
        return Tollbooth.builder()
                .setting("jmx", "off")
                .setting("name", "limits")
                .setting("memory.query-limit", "20MB")
                .build();
    }

    @Test
    void activeStatements_withALimit_showWhatItDid() throws Exception {
        ObjectName name = new ObjectName("dev.tollbooth:type=ActiveStatements,instance=limits");
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "limits")
                        .setting("memory.query-limit", "20MB")
                        .build();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery(OVER)).hasMessageContaining("query-limit");
            assertThat(beans.getAttribute(name, "QueryLimitBytes")).isEqualTo(20L << 20);
            assertThat(beans.getAttribute(name, "CancelsSent")).isEqualTo(1L);
            assertThat(beans.getAttribute(name, "CancelledCalls")).isEqualTo(1L);
            assertThat(beans.getAttribute(name, "SuspectCancels")).isEqualTo(0L);
            assertThat(beans.getAttribute(name, "UnwatchedCalls")).isEqualTo(0L);
        }
    }

    private DataSource driver(Around around) {
        return proxy(DataSource.class, (method, arguments) -> {
            Object result = method.invoke(h2, arguments);
            return result instanceof Connection connection ? connection(connection, around) : result;
        });
    }

    private static Connection connection(Connection h2, Around around) {
        return proxy(Connection.class, (method, arguments) -> {
            Object result = method.invoke(h2, arguments);
            return result instanceof Statement statement ? statement(statement, around) : result;
        });
    }

    private static Statement statement(Statement h2, Around around) {
        return proxy(
                Statement.class,
                (method, arguments) -> around.call(h2, method.getName(), () -> method.invoke(h2, arguments)));
    }

    private interface Handler {
        Object handle(java.lang.reflect.Method method, Object[] arguments) throws Exception;
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                QueryLimitTest.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return handler.handle(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private interface Body {
        void run(QueryLimit limit, Statement statement) throws Exception;
    }

    private void with(Around around, Body body) throws Exception {
        try (Tollbooth tollbooth = limited();
                Connection connection = tollbooth.wrap(driver(around)).getConnection();
                Statement statement = connection.createStatement()) {
            body.run(limit(tollbooth), statement);
        }
    }

    private static QueryLimit limit(Tollbooth tollbooth) {
        return Objects.requireNonNull(tollbooth.instance().sessions().queryLimit());
    }

    @Test
    void execute_overTheLimit_throwsWhatNamesItAndKeepsTheDriversException() throws Exception {
        try (Tollbooth tollbooth = limited();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement()) {
            SQLException thrown = catchThrowableOfType(SQLException.class, () -> statement.executeQuery(OVER));
            assertThat((Throwable) thrown).isExactlyInstanceOf(SQLException.class);
            assertThat(thrown.getSQLState()).isEqualTo("57014");
            assertThat(thrown.getMessage())
                    .matches("statement cancelled, .*: tollbooth.memory.query-limit=20971520, "
                            + "allocatedBytes=[0-9]{8,}, digest=[0-9a-f]{64}; .*");
            assertThat((Object) thrown.getCause()).isInstanceOf(org.h2.jdbc.JdbcSQLTimeoutException.class);
            assertThat(thrown.getErrorCode()).isEqualTo(57014);
            assertThat(limit(tollbooth).cancelledCount()).isEqualTo(1);
            assertThat(ones(statement)).isEqualTo(1);
        }
    }

    @Test
    void execute_overTheLimitAndAnObserverFails_throwsWhatNamesTheLimit() throws Exception {
        ExecutionObserver failing = new ExecutionObserver() {
            @Override
            public void executed(ObservedExecution execution) {
                throw new IllegalStateException("observer");
            }

            @Override
            public void transactionEnded(Object connection) {}
        };
        ExecutionObserver before = ThisJvm.observers().enter(failing);
        try {
            with((statement, method, driver) -> driver.go(), (limit, statement) -> {
                assertThatThrownBy(() -> statement.executeQuery(OVER)).hasMessageContaining("query-limit");
                assertThat(limit.cancelledCount()).isEqualTo(1);
            });
        } finally {
            ThisJvm.observers().leave(before);
        }
    }

    @Test
    void execute_cancelHangs_goesOnAfterTheTimeout() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        Around hangs = (statement, method, driver) -> {
            if (method.equals("cancel")) {
                statement.cancel();
                hanging.countDown();
                leave.await();
                events.add("cancel returned");
                return null;
            }
            return driver.go();
        };
        with(hangs, (limit, statement) -> {
            assertThatThrownBy(() -> statement.executeQuery(OVER)).hasMessageContaining("query-limit");
            hanging.await();
            events.add("execute returned");
            assertThat(limit.suspectCount()).isEqualTo(1);
            assertThat(ones(statement)).isEqualTo(1);
            leave.countDown();
            while (events.size() < 2) {
                Thread.onSpinWait();
            }
            assertThat(events).containsExactly("execute returned", "cancel returned");
        });
    }

    @Test
    void execute_cancelOnItsWay_isJoinedBeforeTheNextStatement() throws Exception {
        Around slowToCancel = (statement, method, driver) -> {
            if (method.equals("cancel")) {
                statement.cancel();
                // until the statement has ended: only a wait can delay the next statement
                while (!events.contains("driver's call over")) {
                    Thread.onSpinWait();
                }
                events.add("cancel returned");
                return null;
            }
            if (!method.equals("executeQuery")) {
                return driver.go();
            }
            events.add("driver's call");
            try {
                return driver.go();
            } finally {
                events.add("driver's call over");
            }
        };
        with(slowToCancel, (limit, statement) -> {
            assertThatThrownBy(() -> statement.executeQuery(OVER)).hasMessageContaining("query-limit");
            ones(statement);
            assertThat(events.subList(0, 4))
                    .containsExactly("driver's call", "driver's call over", "cancel returned", "driver's call");
            assertThat(limit.suspectCount()).isZero();
        });
    }

    @Test
    void execute_cancelledButEndsWell_returnsTheResult() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        Around ignoresCancel = (statement, method, driver) -> {
            if (method.equals("cancel")) {
                cancelled.countDown();
                return null;
            }
            Object result = driver.go();
            if (method.equals("executeQuery") && limitReached(result)) {
                cancelled.await();
            }
            return result;
        };
        with(ignoresCancel, (limit, statement) -> {
            try (ResultSet rows = statement.executeQuery(OVER.replace("2000000", "50000"))) {
                assertThat(rows.last()).isTrue();
                assertThat(rows.getRow()).isEqualTo(50_000);
            }
            assertThat(limit.sentCount()).isEqualTo(1);
            assertThat(limit.cancelledCount()).isZero();
        });
    }

    private static boolean limitReached(Object result) throws SQLException {
        return ((ResultSet) result).getMetaData().getColumnCount() == 2;
    }

    @Test
    void execute_failsOfItselfAfterACancel_passesTheDriversException() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        SQLException own = new SQLException("connection lost", "08006");
        Around fails = (statement, method, driver) -> {
            if (method.equals("cancel")) {
                cancelled.countDown();
                return null;
            }
            Object result = driver.go();
            if (method.equals("executeQuery")) {
                cancelled.await();
                throw new InvocationTargetException(own);
            }
            return result;
        };
        with(fails, (limit, statement) -> {
            assertThatThrownBy(() -> statement.executeQuery(OVER.replace("2000000", "50000")))
                    .isSameAs(own);
            assertThat(limit.cancelledCount()).isZero();
        });
    }

    @Test
    void executeBatch_overTheLimit_throwsABatchUpdateExceptionWithItsCounts() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        Around batch = (statement, method, driver) -> {
            if (method.equals("cancel")) {
                cancelled.countDown();
                return null;
            }
            if (method.equals("executeBatch")) {
                events.add("buffer of " + new byte[21 << 20].length);
                cancelled.await();
                throw new InvocationTargetException(
                        new BatchUpdateException("canceled", "57014", 7, new int[] {3, 4}, null));
            }
            return driver.go();
        };
        with(batch, (limit, statement) -> {
            statement.addBatch("create table t (id int)");
            BatchUpdateException thrown =
                    catchThrowableOfType(BatchUpdateException.class, () -> statement.executeBatch());
            assertThat(thrown.getUpdateCounts()).containsExactly(3, 4);
            assertThat(thrown.getSQLState()).isEqualTo("57014");
            assertThat(thrown.getMessage()).contains("query-limit=20971520");
            assertThat((Object) thrown.getCause()).isInstanceOf(BatchUpdateException.class);
        });
    }

    @Test
    void build_withoutALimit_startsNoThread() throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("name", "limits")
                        .build();
                Connection connection = tollbooth.wrap(h2).getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(ones(statement)).isEqualTo(1);
            assertThat((Object) tollbooth.instance().sessions().queryLimit()).isNull();
            assertThat(threads()).doesNotContain("tollbooth-scheduler-limits", "tollbooth-cancel");
        }
        Tollbooth tollbooth = limited();
        assertThat(threads()).contains("tollbooth-scheduler-limits");
        tollbooth.close();
        assertThat(threads()).doesNotContain("tollbooth-scheduler-limits");
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
    }

    private static int ones(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("select 1")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
