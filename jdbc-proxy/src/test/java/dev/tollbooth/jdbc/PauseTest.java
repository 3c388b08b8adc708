package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PauseTest {

    private static final int AN_HOUR = 3_600_000;
    private static final List<Class<?>> HERE = List.of(PauseTest.class);

    @Test
    @Timeout(60)
    void await_aThreadWaitsForTheCallersLock_returnsAndGoesOn() throws InterruptedException {
        Object lock = new Object();
        CountDownLatch asks = new CountDownLatch(1);
        AtomicBoolean got = new AtomicBoolean();
        Thread asking = new Thread(() -> {
            asks.countDown();
            synchronized (lock) {
                got.set(true);
            }
        });
        synchronized (lock) {
            asking.start();
            assertThat(asks.await(30, TimeUnit.SECONDS)).as("thread started").isTrue();
            assertThat(new Pause(AN_HOUR, HERE).await()).isTrue();
            assertThat(got).isFalse();
        }
        asking.join();
        assertThat(got).isTrue();
    }

    @Test
    @Timeout(60)
    void await_aThreadWaitsForAnotherLock_takesItsTime() throws InterruptedException {
        Vector<String> lock = new Vector<>();
        Thread asking = new Thread(lock::size);
        synchronized (lock) {
            asking.start();
            while (asking.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            Pause pause = new Pause(AN_HOUR, HERE);
            Thread ending = new Thread(() -> {
                LockSupport.parkNanos(100_000_000); // else a wrong end would not be seen
                pause.end();
            });
            ending.start();
            assertThat(pause.await()).as("not ended by the lock").isFalse();
            ending.join();
            assertThat(new Pause(AN_HOUR, List.of(PauseTest.class, Vector.class)).await())
                    .isTrue();
        }
        asking.join();
    }

    @Test
    @Timeout(60)
    void await_ended_returnsAndDoesNotGoOn() {
        Pause pause = new Pause(AN_HOUR, HERE);
        pause.end();
        assertThat(pause.await()).isFalse();
    }

    @Test
    @Timeout(60)
    void await_shortened_goesOnAfterLessThanItsTime() throws InterruptedException {
        Pause before = new Pause(AN_HOUR, HERE);
        before.shorten(30);
        assertThat(before.await()).isTrue();
        Pause meanwhile = new Pause(AN_HOUR, HERE);
        AtomicBoolean goesOn = new AtomicBoolean();
        Thread waiting = new Thread(() -> goesOn.set(meanwhile.await()));
        waiting.start();
        meanwhile.shorten(30);
        waiting.join();
        assertThat(goesOn).isTrue();
    }

    @Test
    @Timeout(60)
    void await_nobodyWaits_goesOnAfterItsTime() {
        assertThat(new Pause(30, HERE).await()).isTrue();
    }
}
