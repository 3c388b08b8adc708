package dev.tollbooth.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.cost.Estimate;
import dev.tollbooth.internal.cost.IncrementSource.Drain;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementTable;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class TickRaceTest {

    private static final TextDigest SELECT = TextDigest.ofNormalized("select ?", "");

    @Test
    void finish_racingTheTick_isAlwaysTenUnitsOnce() throws Exception {
        StatementTable table = Leaks.table(System::nanoTime);
        SessionRegistry registry = Leaks.registry(table, System::nanoTime, 100);
        registry.setCollecting(true);
        Statement statement = new Statement(registry.open("app"));
        // ticks estimate the running time of executions; here the price of time is 0
        Estimate free = new Estimate(Estimate.SOURCE, new RuModel(0, 0, 65_536, 1_000, 1_024), 0);
        Spender spender = registry.spender(table.schema(null), new RuOwner("H2/shop", free.source(), "app"), free);
        CyclicBarrier barrier = new CyclicBarrier(2);
        RuTotals taken = new RuTotals();
        long[] spentNanos = new long[1];
        Thread application = new Thread(() -> {
            for (int i = 0; i < 100; i++) {
                long start = System.nanoTime();
                statement.begin(spender, SELECT, true, start);
                await(barrier);
                long end = System.nanoTime();
                statement.finish(end);
                statement.tell(10);
                spentNanos[0] += end - start;
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
            long owed = registry.undrained().durationNanos();
            assertThat(owed).isNotPositive();
            assertThat(taken.durationNanos() + owed).isEqualTo(spentNanos[0]);
            await(barrier);
        }
        application.join();
    }

    private static void tick(SessionRegistry registry, RuTotals taken) {
        registry.drain(System.nanoTime(), Drain.SAMPLE, (key, digest, spent) -> taken.add(spent));
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
