package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.settings.SettingSources;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.jdbc.SettingsException;
import dev.tollbooth.jdbc.ThinDriver;
import dev.tollbooth.jdbc.ThrowingRunnable;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.EventKind;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Tests how instances for URLs are created and shared, and their number. */
@Timeout(120)
class InstancesTest {

    private final Instances instances = new Instances();
    private final Logger logger = Logger.getLogger("dev.tollbooth");
    private final List<String> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
    }

    @AfterEach
    void end() {
        logger.removeHandler(handler);
        instances.deregister();
    }

    /** Tests that the SQL tables, opened without settings, show the instance of an application with settings. */
    @Test
    void shown_nameOrNothing_isTheOpenInstanceThatIsMeant() {
        TypedSettings onlyName = TypedSettings.of(Map.of("tollbooth.name", "shop"));
        TypedSettings nothing = TypedSettings.of(Map.of());
        Instance shop =
                instances.get(TypedSettings.of(Map.of("tollbooth.name", "shop", "tollbooth.report.interval", "15s")));
        assertThat(instances.shown(nothing)).isSameAs(shop);
        assertThat(instances.shown(onlyName)).isSameAs(shop);

        Instance orders = instances.get(TypedSettings.of(Map.of("tollbooth.name", "orders", "tollbooth.jmx", "off")));
        assertThat(instances.shown(onlyName)).isSameAs(shop);
        assertThatThrownBy(() -> instances.shown(nothing))
                .isInstanceOf(SettingsException.class)
                .hasMessage("several instances are open: orders, shop; name one with tollbooth.name");
        assertThatThrownBy(() -> instances.shown(TypedSettings.of(Map.of("tollbooth.name", "shp"))))
                .isInstanceOf(SettingsException.class)
                .hasMessage("no open instance: tollbooth.name=shp; open are orders, shop");

        Instance ofNoSettings = instances.get(nothing);
        assertThat(instances.shown(nothing)).isSameAs(ofNoSettings).isNotSameAs(orders);
    }

    @Test
    void shown_nothingIsOpen_isTheOneThatConnectionsOfTheseSettingsUse() {
        TypedSettings settings = TypedSettings.of(Map.of("tollbooth.name", "shop"));
        assertThat(instances.shown(settings)).isSameAs(instances.get(settings));
    }

    private static TypedSettings tenant(int number) {
        return TypedSettings.of(Map.of("tollbooth.keyspace", "tenant" + number, "tollbooth.jmx", "off"));
    }

    private static Connection h2() throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:");
    }

    private boolean isAccounted(TypedSettings settings) throws SQLException {
        try (Connection connection = instances.connect(settings, InstancesTest::h2, "", "")) {
            return !(connection instanceof JdbcConnection);
        }
    }

    @Test
    void connect_oneSetTooMany_connectsUnaccountedIsCountedAndToldOnce() throws SQLException {
        for (int i = 0; i < Instances.MAX_INSTANCES; i++) {
            assertThat(isAccounted(tenant(i))).as("tenant%d", i).isTrue();
        }
        assertThat(instances.notices().unaccountedConnections()).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(isAccounted(tenant(Instances.MAX_INSTANCES + i))).isFalse();
        }
        assertThat(instances.notices().unaccountedConnections()).isEqualTo(3);
        assertThat(logged)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("a connection is not accounted: instances=64, ")
                        .doesNotContain("tenant"));
        assertThat(isAccounted(tenant(0))).as("known before").isTrue();
        assertThat(instances.get(tenant(99)).settings().enabled()).isFalse();
    }

    @Test
    void connect_othersClosed_hasRoomAgain() throws SQLException {
        for (int i = 0; i < 3 * Instances.MAX_INSTANCES; i++) {
            assertThat(isAccounted(tenant(i))).as("tenant%d", i).isTrue();
            if (i >= Instances.MAX_INSTANCES / 2) {
                instances.get(tenant(i)).close();
            }
        }
        assertThat(instances.notices().unaccountedConnections()).isZero();
    }

    @Test
    void connect_othersFailed_hasRoomAgain() throws SQLException {
        for (int i = 0; i < 2 * Instances.MAX_INSTANCES; i++) {
            TypedSettings bad = TypedSettings.of(Map.of("tollbooth.name", "a" + i, "tollbooth.digests.size", "many"));
            assertThatThrownBy(() -> isAccounted(bad))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining("tollbooth.digests.size=many");
        }
        assertThat(isAccounted(tenant(0))).isTrue();
    }

    @Test
    void get_instanceOfTooManyClosed_staysUnaccounted() throws SQLException {
        for (int i = 0; i < Instances.MAX_INSTANCES; i++) {
            instances.get(tenant(i));
        }
        instances.get(tenant(100)).close();
        assertThat(isAccounted(tenant(101))).isFalse();
        assertThat(instances.get(tenant(102)).isClosed()).isFalse();
    }

    @Test
    void connect_instanceCannotBeMade_isTheDriversOwnAndTold() throws SQLException {
        Map<String, String> breaking = new HashMap<>();
        breaking.put("tollbooth.name", null); // no text, which no caller hands over
        for (int i = 1; i <= 2; i++) {
            try (Connection connection = instances.connect(TypedSettings.of(breaking), InstancesTest::h2, "", "")) {
                assertThat(connection).isInstanceOf(JdbcConnection.class);
            }
            assertThat(instances.notices().unaccountedConnections()).isEqualTo(i);
        }
        assertThat(logged)
                .singleElement()
                .satisfies(line -> assertThat(line)
                        .startsWith("a connection is not accounted: its instance could not be made, exception="
                                + "java.lang.NullPointerException, at="));
    }

    @Test
    void connect_firstOfItsSettings_isAccountedTimedAndMeasured() throws SQLException {
        TypedSettings settings = tenant(1);
        try (Connection connection = instances.connect(settings, InstancesTest::h2, "", "");
                Statement statement = connection.createStatement()) {
            statement.execute("select 1");
        }
        StatementTable statements = instances.get(settings).statements();
        assertThat(statements.executions()).isEqualTo(1);
        assertThat(statements.event(EventKind.CONNECT).count()).isEqualTo(1);
        assertThat(statements.list().get(0).sumClientBytes()).isPositive();
    }

    @Test
    void connect_driverFails_throwsItsExceptionAndCountsIt() {
        SQLException failure = new SQLException("no such host", "08001");
        assertThatThrownBy(() -> instances.connect(
                        tenant(1),
                        () -> {
                            throw failure;
                        },
                        "",
                        ""))
                .isSameAs(failure);
        assertThat(instances
                        .get(tenant(1))
                        .statements()
                        .event(EventKind.CONNECT)
                        .errors())
                .isEqualTo(1);
    }

    @Test
    void connect_wrongSetting_isRefusedBeforeTheDriverConnects() {
        TypedSettings wrong = TypedSettings.of(Map.of("tollbooth.digests.size", "many"));
        assertThatThrownBy(() -> instances.connect(
                        wrong,
                        () -> {
                            throw new AssertionError("connected");
                        },
                        "",
                        ""))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tollbooth.digests.size=many");
    }

    @Test
    void connect_manyThreadsFirst_shareOneInstance() throws Exception {
        int threads = 16;
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Instance>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                all.add(pool.submit(() -> {
                    go.await();
                    try (Connection connection = instances.connect(tenant(1), InstancesTest::h2, "", "");
                            Statement statement = connection.createStatement()) {
                        statement.execute("select 1");
                    }
                    return instances.get(tenant(1));
                }));
            }
            go.countDown();
            Set<Instance> made = new HashSet<>();
            for (Future<Instance> one : all) {
                made.add(one.get(60, TimeUnit.SECONDS));
            }
            assertThat(made).hasSize(1);
            assertThat(made.iterator().next().statements().executions()).isEqualTo(threads);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void connect_firstOfItsSettings_hasMBeansSoonUntilTheDriverIsDeregistered() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName control = new ObjectName("dev.tollbooth:type=Control,instance=soon");
        instances
                .connect(TypedSettings.of(Map.of("tollbooth.name", "soon")), InstancesTest::h2, "", "")
                .close();
        while (!server.isRegistered(control)) {
            Thread.sleep(10);
        }
        instances.deregister();
        assertThat(server.isRegistered(control)).isFalse();
    }

    @Test
    void build_withMBeans_hasThemAtOnceUntilItIsClosed() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName control = new ObjectName("dev.tollbooth:type=Control,instance=built");
        try (Tollbooth tollbooth = Tollbooth.builder().setting("name", "built").build()) {
            assertThat(server.isRegistered(control)).isTrue();
            tollbooth.close();
            assertThat(server.isRegistered(control)).isFalse();
        }
    }

    /**
     * A thread on which no threads can be created, as if the system had no more: its class loader, which a new thread
     * asks for, throws.
     */
    private static final class PoorThread extends Thread {
        private volatile boolean isPoor;
        private volatile int struck;
        private final Runnable action;

        PoorThread(Runnable action) {
            this.action = action;
        }

        @Override
        public void run() {
            action.run();
        }

        @Override
        public ClassLoader getContextClassLoader() {
            if (isPoor) {
                struck++;
                throw new OutOfMemoryError("unable to create native thread");
            }
            return super.getContextClassLoader();
        }
    }

    private static PoorThread poor() {
        return (PoorThread) Thread.currentThread();
    }

    private static void onPoorThread(ThrowingRunnable<Exception> action) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            action.run();
            return null;
        });
        new PoorThread(task).start();
        try {
            task.get();
        } catch (ExecutionException e) {
            throw new AssertionError("told to the application", e.getCause());
        }
    }

    @Test
    void make_namesThatOthersHave_staysWhatItWasCalledWhenTheyClose() {
        TypedSettings settings = TypedSettings.of(Map.of("name", "same"));
        Instance first = instances.make(settings);
        try (Instance second = instances.make(settings)) {
            assertThat(first.name()).isEqualTo("same");
            assertThat(second.name()).isEqualTo("same-2");
            first.close();
            assertThat(second.name()).isEqualTo("same-2");
            try (Instance third = instances.make(settings)) {
                assertThat(third.name()).isEqualTo("same");
                assertThat(instances.open()).containsExactly(third, second);
            }
        }
    }

    @Test
    void connect_noThreadToMakeIt_isTheDriversOwnAndTheNextIsAccounted() throws Exception {
        onPoorThread(() -> {
            poor().isPoor = true;
            try (Connection connection = instances.connect(tenant(1), ThinDriver.create()::getConnection, "", "")) {
                assertThat(connection).isInstanceOf(ThinDriver.ThinConnection.class);
            }
            assertThat(poor().struck).isPositive();
            assertThat(instances.notices().unaccountedConnections()).isEqualTo(1);
            poor().isPoor = false;
            try (Connection connection = instances.connect(tenant(1), ThinDriver.create()::getConnection, "", "")) {
                assertThat(connection).isNotInstanceOf(ThinDriver.ThinConnection.class);
            }
        });
    }

    /** Tests a connection while no thread can be created for the SQL port. */
    @Test
    @EnabledForJreRange(
            max = JRE.JAVA_18,
            disabledReason =
                    "a newer JDK asks nothing of the thread that makes one without its locals: it can't be made poor")
    void connect_noThreadForTheSqlPort_isAccountedAllTheSame() throws Exception {
        Settings port = Settings.load(
                Map.of(
                        "jmx", "off",
                        "sql.listen", String.valueOf(freePort()),
                        "sql.user", "monitor",
                        "sql.password", "secret"),
                new SettingSources(Map.of(), Map.of(), Map::of));
        try (Instance tollbooth = new Instance(port)) {
            onPoorThread(() -> {
                ThinDriver driver = ThinDriver.create();
                poor().isPoor = true;
                tollbooth.openPorts();
                assertThat(poor().struck).isPositive();
                try (Connection connection = tollbooth.connects("").connect(driver::getConnection, "")) {
                    assertThat(connection).isNotInstanceOf(ThinDriver.ThinConnection.class);
                }
            });
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
