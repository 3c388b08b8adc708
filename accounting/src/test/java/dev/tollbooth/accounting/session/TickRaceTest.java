package dev.tollbooth.accounting.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.IncrementSource.Drain;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.ru.RuTotals;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class TickRaceTest {

    private static final Digest SELECT = Digest.ofNormalized("select ?", "");

    @Test
    void finish_racingTheTick_isAlwaysTenUnitsOnce() throws Exception {
        SessionRegistry registry = new SessionRegistry(System::nanoTime);
        registry.setCollecting(true);
        Session session = registry.open("app");
        RuOwner owner = new RuOwner("H2/shop", "warning", "app");
        Execution execution = new Execution(session, () -> {});
        CyclicBarrier barrier = new CyclicBarrier(2);
        RuTotals taken = new RuTotals();
        long[] spentNanos = new long[1];
        Thread application = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                RuCell cell = session.ruCell(owner, SELECT, Sha256.NONE, 0);
                long start = System.nanoTime();
                execution.begin(SELECT, cell, start);
                await(barrier);
                long nanos = execution.end(System.nanoTime()) - start;
                while (!cell.add(1, nanos, 10, RuState.KNOWN)) {
                    cell = session.ruCell(owner, SELECT, Sha256.NONE, 0);
                }
                spentNanos[0] += nanos;
                await(barrier);
                await(barrier);
            }
        });
        application.start();
        for (int i = 1; i <= 100; i++) {
            await(barrier);
            tick(registry, taken);
            await(barrier);
            tick(registry, taken);
            assertThat(taken.ru()).isEqualTo(10 * i);
            assertThat(taken.execCount()).isEqualTo(i);
            assertThat(taken.durationNanos()).isEqualTo(spentNanos[0]);
            await(barrier);
        }
        application.join();
    }

    private static void tick(SessionRegistry registry, RuTotals taken) {
        registry.drain(System.nanoTime(), Drain.SAMPLE, (key, digest, ru, count, nanos, unknown, off) -> {
            taken.add(ru, count, nanos, unknown, off);
        });
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
