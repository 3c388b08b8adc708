package dev.tollbooth.internal.origin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StatementOriginsTest {

    private static final int FIRST = 2;

    @Test
    void executions_ofFourOrigins_areAsAPlainCountOfEach() {
        for (long seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            StatementOrigins origins = new StatementOrigins();
            Map<Integer, OriginTotals> model = new HashMap<>();
            for (int i = 0; i < 1_000; i++) {
                count(origins, model, FIRST + random.nextInt(StatementOrigins.KEPT), random);
            }
            for (OriginTotals shown : origins.copy()) {
                assertThat(shown)
                        .usingRecursiveComparison()
                        .ignoringFields("place")
                        .isEqualTo(model.get(shown.origin()));
            }
            assertThat(origins.copy()).hasSameSizeAs(model.keySet());
        }
    }

    @Test
    void executions_ofAnyNumberOfOrigins_loseNothingAndNeverCountTooHigh() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            StatementOrigins origins = new StatementOrigins();
            Map<Integer, OriginTotals> model = new HashMap<>();
            int number = 1 + random.nextInt(300);
            for (int i = 0; i < 2_000; i++) {
                // some origins are frequent, most are rare
                int origin = FIRST + (int) (number * Math.pow(random.nextDouble(), 1 + seed % 4));
                count(origins, model, origin, random);
            }
            List<OriginTotals> shown = origins.copy();
            assertThat(shown).as("seed=%d", seed).hasSizeBetween(1, StatementOrigins.KEPT + 1);
            assertThat(sum(shown)).usingRecursiveComparison().isEqualTo(sum(List.copyOf(model.values())));
            for (OriginTotals kept : shown) {
                OriginTotals truth = model.get(kept.origin());
                if (truth != null) {
                    assertThat(kept.count()).isBetween(1L, truth.count());
                    assertThat(kept.sumNanos()).isLessThanOrEqualTo(truth.sumNanos());
                }
            }
        }
    }

    @Test
    void executions_ofOneThatComesAfterFourRareOnes_findItAPlace() {
        StatementOrigins origins = new StatementOrigins();
        for (int rare = 0; rare < 4; rare++) {
            origins.execution(FIRST + rare, 1, false);
        }
        for (int i = 0; i < 100; i++) {
            origins.execution(FIRST + 9, 1, false);
        }
        assertThat(origins.copy()).anySatisfy(kept -> {
            assertThat(kept.origin()).isEqualTo(FIRST + 9);
            assertThat(kept.count()).isEqualTo(99);
        });
    }

    private static void count(StatementOrigins origins, Map<Integer, OriginTotals> model, int origin, Random random) {
        long nanos = random.nextInt(1_000);
        boolean failed = random.nextInt(10) == 0;
        int times = random.nextInt(20);
        int rows = random.nextInt(4);
        OriginTotals truth = model.computeIfAbsent(origin, number -> new OriginTotals(number, 0));
        boolean readFirst = random.nextBoolean(); // another thread's entry was counted first
        if (readFirst) {
            origins.read(origin, rows, nanos, rows);
        }
        truth.execution(nanos, failed);
        origins.execution(origin, nanos, failed).repeated(times);
        truth.repeated(times);
        truth.read(rows, nanos);
        truth.requestUnits(rows);
        if (!readFirst) {
            origins.read(origin, rows, nanos, rows);
        }
    }

    private static OriginTotals sum(List<OriginTotals> all) {
        OriginTotals sum = new OriginTotals(0, 0);
        all.forEach(sum::add);
        return sum;
    }
}
