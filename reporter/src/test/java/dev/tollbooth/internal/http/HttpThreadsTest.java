package dev.tollbooth.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpThreadsTest {

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final HttpThreads threads = new HttpThreads("tollbooth-test", TimeUnit.SECONDS.toNanos(60), failures::add);

    @AfterEach
    void close() {
        threads.close();
    }

    /** Tests JDK 17's server, which loses a connection after an error. */
    @Test
    void request_thatEndsWithAnError_isRunOnceMoreToBeForgotten() throws Exception {
        CountDownLatch forgotten = new CountDownLatch(1);
        threads.execute(() -> {
            if (Thread.currentThread().isInterrupted()) {
                forgotten.countDown();
            } else {
                throw new OutOfMemoryError("as if");
            }
        });
        assertThat(forgotten.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(failures).singleElement().isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void requests_moreThanMayWait_areForgottenAtOnceByTheirSender() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger forgotten = new AtomicInteger();
        Thread sender = Thread.currentThread();
        for (int i = 0; i < 300; i++) {
            threads.execute(() -> {
                if (Thread.currentThread().isInterrupted()) {
                    assertThat(Thread.currentThread()).isSameAs(sender);
                    forgotten.incrementAndGet();
                    return;
                }
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                ran.incrementAndGet();
            });
        }
        assertThat(forgotten).hasValue(300 - 4 - 256);
        assertThat(Thread.interrupted()).as("the sender goes on").isFalse();
        gate.countDown();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (ran.get() < 260 && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        assertThat(ran).hasValue(260);
        assertThat(failures).isEmpty();
    }

    @Test
    void requests_thatWait_areRunNewestFirst() throws Exception {
        Semaphore gate = new Semaphore(0);
        CountDownLatch busy = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            threads.execute(() -> {
                busy.countDown();
                gate.acquireUninterruptibly();
            });
        }
        assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
        Queue<Integer> order = new ConcurrentLinkedQueue<>();
        CountDownLatch ended = new CountDownLatch(3);
        for (int i = 1; i <= 3; i++) {
            int number = i;
            threads.execute(() -> {
                order.add(number);
                ended.countDown();
            });
        }
        gate.release(); // one thread, so that the order is the queue's
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(order).containsExactly(3, 2, 1);
        gate.release(3);
    }

    @Test
    void request_thatHasWaitedForTooLong_isForgotten() throws Exception {
        try (HttpThreads hasty = new HttpThreads("tollbooth-test", 1, failures::add)) {
            AtomicInteger forgotten = new AtomicInteger();
            CountDownLatch ended = new CountDownLatch(1);
            hasty.execute(() -> {
                forgotten.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
                ended.countDown();
            });
            assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(forgotten).hasValue(1);
        }
    }

    @Test
    void request_afterTheClose_isForgotten() {
        threads.close();
        AtomicInteger forgotten = new AtomicInteger();
        threads.execute(() -> forgotten.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0));
        assertThat(forgotten).hasValue(1);
    }
}
