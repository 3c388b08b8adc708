package dev.tollbooth.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SchedulerTest {

    private static final long AN_HOUR = TimeUnit.HOURS.toNanos(1);
    private static final long A_MILLISECOND = 1_000_000;

    private final Scheduler scheduler = new Scheduler("tollbooth-scheduler-test");

    @AfterEach
    void close() {
        scheduler.close();
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tollbooth-scheduler-test"))
                .toList();
    }

    private static void awaitNoThread() throws InterruptedException {
        while (!threads().isEmpty()) {
            Thread.sleep(1);
        }
    }

    @Test
    void start_twoTasksOfOnePeriod_runOnOneDaemonUntilCancelled() throws InterruptedException {
        Semaphore runs = new Semaphore(0);
        Runnable counting = () -> {
            assertThat(Thread.currentThread().isDaemon()).isTrue();
            assertThat((Object) Thread.currentThread().getContextClassLoader()).isNull();
            runs.release();
        };
        ScheduledTask one = scheduler.every(A_MILLISECOND, counting);
        ScheduledTask other = scheduler.every(A_MILLISECOND, counting);
        assertThat(threads()).isEmpty();
        one.start();
        other.start();
        other.start();
        runs.acquire(10);
        assertThat(threads()).hasSize(1);
        one.cancel();
        other.cancel();
        awaitNoThread();
        runs.drainPermits();
        one.start();
        runs.acquire(2);
    }

    @Test
    void once_started_runsOnceAndEndsTheThread() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        Runnable counting = runs::incrementAndGet;
        scheduler.once(A_MILLISECOND, counting).start();
        awaitNoThread();
        assertThat(runs).hasValue(1);
    }

    @Test
    void run_taskThatThrows_runsAgain() throws InterruptedException {
        Semaphore runs = new Semaphore(0);
        Runnable failing = () -> {
            runs.release();
            throw new OutOfMemoryError("no more");
        };
        scheduler.every(A_MILLISECOND, failing).start();
        runs.acquire(3);
    }

    @Test
    void run_threadIsInterrupted_goesOn() throws InterruptedException {
        Semaphore runs = new Semaphore(0);
        Runnable counting = runs::release;
        scheduler.every(A_MILLISECOND, counting).start();
        for (int i = 0; i < 10; i++) {
            threads().forEach(Thread::interrupt);
            runs.acquire(2);
        }
    }

    @Test
    void runSoon_taskOfAnHour_runsNow() throws InterruptedException {
        CountDownLatch run = new CountDownLatch(1);
        Runnable counting = run::countDown;
        ScheduledTask task = scheduler.every(AN_HOUR, counting);
        task.runSoon();
        task.start();
        assertThat(run.await(50, TimeUnit.MILLISECONDS)).isFalse();
        task.runSoon();
        run.await();
    }

    @Test
    void close_taskOfAnHour_endsTheThreadAndStartsNoOther() {
        Runnable nothing = () -> {};
        ScheduledTask task = scheduler.every(AN_HOUR, nothing);
        task.start();
        assertThat(threads()).hasSize(1);
        scheduler.close();
        assertThat(threads()).isEmpty();
        task.start();
        assertThat(threads()).isEmpty();
    }

    @Test
    void run_taskThatNobodyHolds_letsItBeCollectedAndEndsTheThread() throws InterruptedException {
        WeakReference<Runnable> forgotten = forgotten();
        while (!forgotten.refersTo(null)) {
            System.gc();
        }
        awaitNoThread();
    }

    private WeakReference<Runnable> forgotten() {
        AtomicInteger runs = new AtomicInteger();
        Runnable task = runs::incrementAndGet;
        scheduler.every(A_MILLISECOND, task).start();
        return new WeakReference<>(task);
    }
}
