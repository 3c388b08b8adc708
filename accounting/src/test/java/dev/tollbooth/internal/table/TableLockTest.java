package dev.tollbooth.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TableLockTest {

    private final TableLock lock = new TableLock();

    /** Tests a sweep or drain, which takes the lock hundreds of times, each for a part of its work. */
    @Test
    @Timeout(60)
    void lock_againWhileAThreadIsParkedForIt_letsThatHaveItFirst() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            AtomicInteger slices = new AtomicInteger();
            AtomicInteger seen = new AtomicInteger();
            lock.lock();
            Thread waits = new Thread(() -> {
                lock.lock();
                seen.set(slices.get());
                lock.unlock();
            });
            waits.start();
            while (!lock.hasQueuedThread(waits)) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            for (int slice = 0; slice < 100; slice++) {
                lock.unlock();
                lock.lock();
                slices.incrementAndGet();
            }
            lock.unlock();
            waits.join();
            assertThat(seen).hasValue(0);
        }
    }
}
