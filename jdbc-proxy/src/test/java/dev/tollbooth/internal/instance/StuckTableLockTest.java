package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.jdbc.ThinDriver;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the application's threads continue while a thread holds the table's lock. */
@Timeout(120)
class StuckTableLockTest {

    private static final int THREADS = 8;
    /**
     * The executions of all threads: more than the rings of an instance can hold while a thread of ours holds the lock.
     */
    private static final int EXECUTIONS = 40_000;
    /** The most time of the first execution: a second of waiting, and more on a busy machine. */
    private static final long FIRST_NANOS = 5_000_000_000L;

    /** The executions of one thread, with the time of the slowest and of all. */
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
                Connection connection = instance.connects("").connect(ThinDriver.create()::getConnection, "app");
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
}
