package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.accounting.statement.EventKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An instance that is made while the driver connects. */
class StartTest {

    private static Connection h2() throws SQLException {
        return DriverManager.getConnection("jdbc:h2:mem:");
    }

    @Test
    void connect_whileItIsMade_accountsForTheConnectionAndTimesIt() throws SQLException {
        Start start = new Start(Map.of("tollbooth.jmx", "off"), "", new DriverNotices());
        assertThat(start.isDone()).isFalse();
        try (Connection connection = start.connect(StartTest::h2, "", "");
                Statement statement = connection.createStatement()) {
            statement.execute("select 1");
        }
        try (Tollbooth made = start.get()) {
            assertThat(made.statements().executions()).isEqualTo(1);
            assertThat(made.statements().event(EventKind.CONNECT).snapshot().count())
                    .isEqualTo(1);
            assertThat(start.isOver()).isFalse();
        }
        assertThat(start.isOver()).isTrue();
    }

    /** The counter of allocated bytes is asked for after the first statements, unless every statement is measured. */
    @Test
    @Timeout(60)
    void connect_firstStatement_isMeasuredSoonOrAtOnce() throws Exception {
        assertThat(clientBytesOfFirst("all")).isPositive();
        Start start = new Start(Map.of("tollbooth.jmx", "off"), "", new DriverNotices());
        try (Connection connection = start.connect(StartTest::h2, "", "");
                Statement statement = connection.createStatement();
                Tollbooth made = start.get()) {
            Long bytes = null;
            while (bytes == null) {
                statement.execute("select 1");
                bytes = made.statements().snapshot().get(0).sumClientBytes();
                Thread.sleep(1);
            }
            assertThat(bytes).isPositive();
        }
    }

    private static Long clientBytesOfFirst(String mode) throws SQLException {
        Start start = new Start(
                Map.of("tollbooth.jmx", "off", "tollbooth.memory.client-bytes", mode), "", new DriverNotices());
        try (Connection connection = start.connect(StartTest::h2, "", "");
                Statement statement = connection.createStatement();
                Tollbooth made = start.get()) {
            statement.execute("select 1");
            return made.statements().snapshot().get(0).sumClientBytes();
        }
    }

    @Test
    void connect_driverFails_throwsItsExceptionAndCountsIt() {
        Start start = new Start(Map.of("tollbooth.jmx", "off"), "", new DriverNotices());
        SQLException failure = new SQLException("no such host", "08001");
        assertThatThrownBy(() -> start.connect(
                        () -> {
                            throw failure;
                        },
                        "",
                        ""))
                .isSameAs(failure);
        try (Tollbooth made = start.get()) {
            assertThat(made.statements().event(EventKind.CONNECT).snapshot().errors())
                    .isEqualTo(1);
        }
    }

    @Test
    void connect_wrongSetting_closesTheDriversConnectionAndNamesTheSetting() throws SQLException {
        Start start = new Start(Map.of("tollbooth.digests.size", "many"), "", new DriverNotices());
        List<Connection> opened = new ArrayList<>();
        assertThatThrownBy(() -> start.connect(
                        () -> {
                            opened.add(h2());
                            return opened.get(0);
                        },
                        "",
                        ""))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tollbooth.digests.size=many");
        assertThat(opened.get(0).isClosed()).isTrue();
        assertThat(start.isOver()).isTrue();
    }

    @Test
    void connect_interruptedThread_connectsAndKeepsTheInterrupt() throws SQLException {
        Start start = new Start(Map.of("tollbooth.jmx", "off"), "", new DriverNotices());
        Thread.currentThread().interrupt();
        try (Connection connection = start.connect(StartTest::h2, "", "")) {
            assertThat(connection.isWrapperFor(dev.tollbooth.jdbc.proxy.ConnectionProxy.class))
                    .isTrue();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        start.get().close();
    }

    @Test
    void instances_manyThreadsConnectFirst_shareOneInstance() throws Exception {
        Instances instances = new Instances();
        Map<String, String> settings = Map.of("tollbooth.jmx", "off");
        int threads = 16;
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Tollbooth>> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                boolean connects = i % 2 == 0;
                all.add(pool.submit(() -> {
                    go.await();
                    Start start = instances.start(settings, "h2");
                    if (connects) {
                        try (Connection connection = start.connect(StartTest::h2, "", "");
                                Statement statement = connection.createStatement()) {
                            statement.execute("select 1");
                        }
                    }
                    return instances.get(settings);
                }));
            }
            go.countDown();
            Set<Tollbooth> made = new HashSet<>();
            for (Future<Tollbooth> one : all) {
                made.add(one.get(60, TimeUnit.SECONDS));
            }
            assertThat(made).hasSize(1);
            assertThat(made.iterator().next().statements().executions()).isEqualTo(threads / 2);
        } finally {
            pool.shutdownNow();
            instances.deregister();
        }
    }

    /** A thread on which some threads can't be made, as where the system has no more: their maker asks for its class loader. */
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
    @Timeout(60)
    void connect_noThreadToMakeIt_isTheDriversOwnAndTheNextIsAccounted() throws Exception {
        DriverNotices notices = new DriverNotices();
        Start start = new Start(Map.of("tollbooth.jmx", "off"), "", notices);
        onPoorThread(() -> {
            poor().isPoor = true;
            try (Connection connection = start.connect(ThinDriver.create()::getConnection, "", "")) {
                assertThat(connection).isInstanceOf(ThinDriver.ThinConnection.class);
            }
            assertThat(poor().struck).isPositive();
            assertThat(notices.unaccountedConnections()).isEqualTo(1);
            poor().isPoor = false;
            try (Connection connection = start.connect(ThinDriver.create()::getConnection, "", "")) {
                assertThat(connection).isNotInstanceOf(ThinDriver.ThinConnection.class);
            }
        });
        start.close();
    }

    /** The SQL port is opened by who connects. */
    @Test
    @Timeout(60)
    void connect_noThreadForTheSqlPort_isAccountedAllTheSame() throws Exception {
        Map<String, String> port = Map.of(
                "tollbooth.jmx", "off",
                "tollbooth.sql.pg-port", String.valueOf(freePort()),
                "tollbooth.sql.user", "monitor",
                "tollbooth.sql.password", "secret");
        for (boolean isMade : new boolean[] {false, true}) {
            Start start = new Start(port, "", new DriverNotices());
            onPoorThread(() -> {
                ThinDriver driver = ThinDriver.create();
                Connecting<Connection> connecting = () -> {
                    poor().isPoor = true; // by now the thread that makes the instance is there
                    return driver.getConnection();
                };
                if (isMade) {
                    start.connect(driver::getConnection, "", "").close();
                }
                try (Connection connection = start.connect(connecting, "", "")) {
                    assertThat(connection).isNotInstanceOf(ThinDriver.ThinConnection.class);
                }
            });
            start.close();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
