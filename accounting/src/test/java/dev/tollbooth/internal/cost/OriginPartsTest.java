package dev.tollbooth.internal.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.origin.StatementOrigins;
import dev.tollbooth.report.RuItem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OriginPartsTest {

    private static RuItem sum(Map<String, RuItem> origins) {
        RuTotals sum = new RuTotals();
        origins.values().forEach(sum::add);
        return sum.toItem(0);
    }

    private static void assertAddUp(RuTotals totals) {
        RuItem item = totals.toItem(0);
        RuItem sum = sum(item.origins());
        assertThat(sum.ru()).isCloseTo(item.ru(), within(1e-9 * Math.max(1, Math.abs(item.ru()))));
        assertThat(List.of(sum.execCount(), sum.execDurationNanos(), sum.unknownCount(), sum.offCount()))
                .containsExactly(item.execCount(), item.execDurationNanos(), item.unknownCount(), item.offCount());
        assertThat(item.origins().size()).isLessThanOrEqualTo(StatementOrigins.KEPT + 2);
    }

    /** Tests that parts add up when totals are added, moved, subtracted and cleared, as tiers do. */
    @Test
    void randomSchedule_afterEachStep_addsUpAndIsWhatAMapHas() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            int origins = seed % 2 == 0 ? 5 : 30; // five find room each
            RuTotals[] tiers = {new RuTotals(), new RuTotals(), new RuTotals()};
            Map<String, double[]> spent = new HashMap<>();
            for (int step = 0; step < 200; step++) {
                int tier = random.nextInt(tiers.length);
                int next = (tier + 1) % tiers.length;
                switch (random.nextInt(8)) {
                    case 0 -> {
                        tiers[next].add(tiers[tier]);
                        tiers[tier].clear();
                    }
                    case 1 -> {
                        if (tiers[next].isZero()) {
                            tiers[next].clear();
                            tiers[tier].moveTo(tiers[next]);
                        }
                    }
                    case 2 -> {
                        RuTotals before = new RuTotals();
                        before.add(tiers[tier]);
                        tiers[tier].add(tiers[next]);
                        tiers[tier].subtract(tiers[next]);
                        assertThat(tiers[tier].ru()).isCloseTo(before.ru(), within(1e-6));
                    }
                    default -> {
                        int number = random.nextInt(origins);
                        String origin = number == 0 ? "" : "origin " + number;
                        double ru = random.nextInt(1000) / 7.0;
                        tiers[tier].addOf(origin, ru, 1, number, number % 2, number % 3, 0);
                        double[] model = spent.computeIfAbsent(origin, name -> new double[2]);
                        model[0] += ru;
                        model[1]++;
                    }
                }
                for (RuTotals each : tiers) {
                    assertAddUp(each);
                }
            }
            RuTotals all = new RuTotals();
            for (RuTotals each : tiers) {
                all.add(each);
            }
            Map<String, RuItem> told = all.toItem(0).origins();
            if (origins == 5) {
                assertThat(told.keySet()).isSubsetOf(spent.keySet());
            }
            for (Map.Entry<String, double[]> model : spent.entrySet()) {
                RuItem has = told.getOrDefault(model.getKey(), new RuItem(0, 0, 0, 0, 0, 0));
                assertThat(has.execCount())
                        .as("seed=%d %s", seed, model.getKey())
                        .isLessThanOrEqualTo((long) model.getValue()[1]);
                if (origins == 5 || model.getKey().isEmpty()) {
                    assertThat(has.execCount()).isEqualTo((long) model.getValue()[1]);
                    assertThat(has.ru()).isCloseTo(model.getValue()[0], within(1e-6));
                }
            }
        }
    }

    @Test
    void origins_ofAFloodAndADearOne_keepsTheDearOne() {
        RuTotals totals = new RuTotals();
        for (int i = 0; i < 1_000; i++) {
            totals.addOf("flood " + i, 1, 1, 1, 0, 0, 0);
            totals.addOf("GET /orders", 2, 1, 1, 0, 0, 0);
        }
        Map<String, RuItem> origins = totals.toItem(7).origins();
        assertThat(origins.keySet()).first().isEqualTo("GET /orders");
        assertThat(origins.get("GET /orders").ru()).isEqualTo(2_000);
        assertThat(origins.get("GET /orders").startEpochSeconds()).isEqualTo(7);
        assertThat(origins).hasSize(StatementOrigins.KEPT + 1);
        assertThat(origins.keySet()).last().isEqualTo(OriginNames.OTHERS_NAME);
        assertThat(origins.get(OriginNames.OTHERS_NAME).execCount()).isEqualTo(997);
    }

    @Test
    void moveTo_timeCountedTooMuchOfOneOrigin_staysThatOrigins() {
        RuTotals spent = new RuTotals();
        spent.addOf("a", 0, 1, -3, 0, 0, 0);
        spent.addOf("b", 1, 1, 8, 0, 0, 0);
        RuTotals taken = new RuTotals();
        spent.moveTo(taken);
        assertThat(taken.toItem(0).origins().get("a").execDurationNanos()).isZero();
        assertThat(taken.durationNanos()).isEqualTo(8);
        assertThat(spent.durationNanos()).isEqualTo(-3);
        assertThat(spent.toItem(0).origins().keySet()).containsExactly("a");
        spent.addOf("a", 0, 0, 5, 0, 0, 0);
        taken.clear();
        spent.moveTo(taken);
        assertThat(taken.durationNanos()).isEqualTo(2);
        assertThat(spent.isZero()).isTrue();
    }

    @Test
    void origins_notAsked_takeNothing() {
        RuTotals totals = new RuTotals();
        totals.add(1, 1, 1, 0, 0);
        RuTotals sum = new RuTotals();
        sum.add(totals);
        totals.moveTo(sum);
        assertThat(sum.hasOrigins()).isFalse();
        assertThat(sum.originBytes()).isZero();
        assertThat(sum.toItem(0).origins()).isSameAs(Map.of());
    }

    @Test
    void clear_thenTheSameAgain_takesNoFurtherMemory() {
        RuTotals totals = new RuTotals();
        for (int i = 0; i < 9; i++) {
            totals.addOf("origin " + i, 1, 1, 1, 0, 0, 0);
        }
        long bytes = totals.originBytes();
        for (int round = 0; round < 100; round++) {
            totals.clear();
            for (int i = 0; i < 9; i++) {
                totals.addOf("origin " + (round + i), 1, 1, 1, 0, 0, 0);
            }
        }
        assertThat(totals.originBytes()).isEqualTo(bytes).isLessThan(2_000);
    }
}
