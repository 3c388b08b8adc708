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

    private final Failures failures = new Failures(Ticker.SYSTEM);
    private final List<Thread> made = new ArrayList<>();

    @Test
    void start_threadsThatRunBeforeStartReturns_stay() {
        try (TopRu topRu = subscribed()) {
            TickThreads threads = new TickThreads(topRu, failures, eager());
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
            TickThreads threads = new TickThreads(topRu, failures, task -> new Thread(task) {
                @Override
                public void start() {
                    if (full[0] && !made.isEmpty()) {
                        throw new OutOfMemoryError("no more threads");
                    }
                    made.add(this);
                    super.start();
                }
            });
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
    void stop_whenever_doesNotWaitForATick() {
        int waited = 0;
        try (TopRu topRu = subscribed()) {
            for (int i = 0; i < 200; i++) {
                TickThreads threads = new TickThreads(topRu, failures, eager());
                threads.start();
                long begin = System.nanoTime();
                threads.stop();
                if (System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(900)) {
                    waited++;
                }
            }
        }
        assertThat(waited).as("stops of 200 that took a tick").isLessThan(5); // a busy machine may halt some
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
