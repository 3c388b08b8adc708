package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.jdbc.OwnJvm;
import dev.tollbooth.jdbc.ThinDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever thread holds whichever lock of ours: the application's threads go on, and the process ends. */
@Timeout(180)
@Tag("slow")
class StuckLocksTest {

    private static final int THREADS = 8;
    private static final int EXECUTIONS = 500;
    /** A second that each thread waits at most, and what a busy machine adds. */
    private static final long FIRST_NANOS = 5_000_000_000L;

    /** How many were executed, and how long the slowest took. */
    private record Executed(int executions, long slowestNanos, long allNanos) {}

    private static Executed execute(PreparedStatement statement) throws SQLException {
        long slowest = 0;
        long begin = System.nanoTime();
        for (int i = 0; i < EXECUTIONS; i++) {
            long start = System.nanoTime();
            assertThat(statement.executeUpdate()).isEqualTo(1);
            slowest = Math.max(slowest, System.nanoTime() - start);
        }
        return new Executed(EXECUTIONS, slowest, System.nanoTime() - begin);
    }

    @Test
    void execute_tablesLockIsHeld_waitsOnceAndIsCountedAsFailedOrLater() throws Exception {
        Instance instance = new Instances().make(TypedSettings.of(Map.of("tollbooth.jmx", "off")));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CountDownLatch release = new CountDownLatch(1);
        try (instance) {
            CountDownLatch held = new CountDownLatch(1);
            Thread holder = new Thread(() -> {
                instance.statements().lock().lock();
                try {
                    held.countDown();
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } finally {
                    instance.statements().lock().unlock();
                }
            });
            holder.start();
            List<Callable<Executed>> work = new ArrayList<>();
            List<Connection> connections = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Connection connection = instance.connects()
                        .connect(
                                ThinDriver.create()::getConnection,
                                "app",
                                instance.connects().wrapper(""));
                PreparedStatement statement = connection.prepareStatement("update t set x = 1");
                connections.add(connection);
                work.add(() -> execute(statement));
            }
            held.await();
            List<Future<Executed>> done = threads.invokeAll(work);
            for (Future<Executed> each : done) {
                assertThat(each.get().slowestNanos).isLessThan(FIRST_NANOS);
                assertThat(each.get().allNanos)
                        .as("no execution after waits again")
                        .isLessThan(2 * FIRST_NANOS);
            }
            for (Connection connection : connections) {
                connection.commit();
                connection.close();
            }
            assertThat(instance.failures().count(Place.BEGIN)).isPositive();

            release.countDown();
            holder.join();
            assertThat(instance.statements().executions() + instance.failures().count(Place.BEGIN))
                    .isEqualTo(THREADS * EXECUTIONS);
        } finally {
            release.countDown();
            threads.shutdownNow();
        }
    }

    @Test
    void execute_everyLockIsHeld_goesOn(@TempDir Path reports) throws Exception {
        String printed = OwnJvm.run(List.of(), StuckLocksMain.class, reports.toString(), "all", "execute");
        assertThat(printed).containsPattern("held=[0-9]{2,}").containsPattern("slowest=[0-4]?[0-9]{1,3}\\b");
    }

    @Test
    void close_everyLockIsHeld_returns(@TempDir Path reports) throws Exception {
        String printed = OwnJvm.run(List.of(), StuckLocksMain.class, reports.toString(), "all", "close");
        assertThat(printed).containsPattern("held=[0-9]{2,}").contains("closed=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "TableLock", "tickLock", "ReentrantLock.draining"})
    void signal_aLockIsHeld_endsTheProcess(String lock, @TempDir Path reports) throws Exception {
        Process process = OwnJvm.start(List.of(), StuckLocksMain.class, reports.toString(), lock, "wait");
        try {
            assertThat(linesUntil(process, "waiting")).anyMatch(line -> line.matches("held=[1-9][0-9]*"));
            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> linesUntil(Process process, String last) throws IOException {
        List<String> lines = new ArrayList<>();
        BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(line);
            if (line.equals(last)) {
                break;
            }
        }
        return lines;
    }
}
