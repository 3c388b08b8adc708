package dev.tollbooth.accounting.ru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.report.DropCounters;
import dev.tollbooth.accounting.report.ItemInterval;
import dev.tollbooth.accounting.session.SessionRegistry;
import dev.tollbooth.accounting.time.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TickThreadsTest {

    /** A thread that waits for the next tick is there for good. */
    private static final long TICK_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Failures failures = new Failures(Ticker.SYSTEM);
    private final List<Thread> made = new ArrayList<>();

    @Test
    void start_threadsThatRunBeforeStartReturns_stay() {
        try (TopRu topRu = subscribed()) {
            TickThreads threads = new TickThreads(topRu, failures, eager(), TICK_NANOS);
            threads.start();
            try {
                assertThat(made).hasSize(2).allMatch(Thread::isAlive);
            } finally {
                threads.stop();
            }
        }
        assertThat(made).noneMatch(Thread::isAlive);
    }

    @Test
    void wake_afterAThreadCouldNotStart_startsBoth() {
        try (TopRu topRu = subscribed()) {
            boolean[] full = {true};
            TickThreads threads = new TickThreads(
                    topRu,
                    failures,
                    task -> new Thread(task) {
                        @Override
                        public void start() {
                            if (full[0] && !made.isEmpty()) {
                                throw new OutOfMemoryError("no more threads");
                            }
                            made.add(this);
                            super.start();
                        }
                    },
                    TICK_NANOS);
            try {
                threads.start();
            } catch (OutOfMemoryError expected) {
                full[0] = false;
            }
            assertThat(full[0]).as("still full").isFalse();
            threads.wake();
            assertThat(made).hasSize(3);
            assertThat(made.subList(1, 3)).allMatch(Thread::isAlive);
            threads.stop();
        }
    }

    @Test
    void stop_whateverTheThreadsAreAt_endsThemWithoutATick() throws InterruptedException {
        try (TopRu topRu = subscribed()) {
            for (int i = 0; i < 200; i++) {
                made.clear();
                TickThreads threads = new TickThreads(topRu, failures, eager(), TICK_NANOS);
                threads.start();
                threads.stop();
                for (Thread thread : made) {
                    thread.join(30_000);
                    assertThat(thread.isAlive()).as(thread.getName()).isFalse();
                }
            }
        }
    }

    private TopRu subscribed() {
        TopRu topRu = new TopRu(
                TopRuOptions.DEFAULT,
                new SessionRegistry(Ticker.SYSTEM),
                Ticker.SYSTEM,
                System::currentTimeMillis,
                new DropCounters(),
                failures);
        topRu.subscribe(ItemInterval.SECONDS_15);
        return topRu;
    }

    /** Of threads that run as far as they can before {@code start} returns, as on a busy machine. */
    private ThreadFactory eager() {
        return task -> {
            Thread thread = new Thread(task) {
                @Override
                public void start() {
                    super.start();
                    while (getState() == State.RUNNABLE) {
                        Thread.onSpinWait();
                    }
                }
            };
            made.add(thread);
            return thread;
        };
    }
}
