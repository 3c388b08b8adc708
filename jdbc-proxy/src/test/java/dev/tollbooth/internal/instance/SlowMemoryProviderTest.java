package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.memory.MemoryTrace;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests a provider of memory figures that answers too late: now and then, often, and in time again. */
class SlowMemoryProviderTest {

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean isSlow;
    private final ApplicationMemory memory = new ApplicationMemory(
            "cache",
            node -> {
                asked.incrementAndGet();
                if (isSlow) {
                    awaitInterrupt();
                }
                node.accept("", 7);
            },
            new Failures(() -> 0),
            nanos::get);

    private static void awaitInterrupt() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long answer() {
        MemoryTrace node = new MemoryTrace("cache");
        memory.accept(node);
        return node.totalBytes();
    }

    private void timeOut(int times) {
        isSlow = true;
        for (int i = 0; i < times; i++) {
            assertThatThrownBy(this::answer).isInstanceOf(IllegalStateException.class);
        }
        isSlow = false;
    }

    @Test
    void trace_afterOneSlowAnswer_asksAgain() {
        assertThat(answer()).isEqualTo(7);
        for (int i = 0; i < 3; i++) {
            timeOut(ApplicationMemory.MOST_TIMEOUTS - 1);
            assertThat(answer()).as("timeouts that are not in a row").isEqualTo(7);
        }
    }

    @Test
    void trace_afterSlowAnswersInARow_asksOnceAMinute() {
        timeOut(ApplicationMemory.MOST_TIMEOUTS);
        int before = asked.get(); // a thread that starts late on a busy machine does not ask any more
        assertThat(before).isBetween(1, ApplicationMemory.MOST_TIMEOUTS);
        assertThatThrownBy(this::answer).hasMessage("left out: provider=cache");
        assertThat(asked).hasValue(before);

        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
        timeOut(2);
        assertThat(asked.get()).as("once more").isBetween(before, before + 1);

        nanos.addAndGet(TimeUnit.MINUTES.toNanos(1));
        assertThat(answer()).isEqualTo(7);
        timeOut(1);
        assertThat(answer()).as("it starts again from none").isEqualTo(7);
    }
}
