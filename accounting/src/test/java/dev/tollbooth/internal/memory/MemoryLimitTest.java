package dev.tollbooth.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.memory.MemoryLimit.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryLimitTest {

    private static final long LIMIT = 8_000;

    private long used;
    private final List<String> calls = new ArrayList<>();
    private final MemoryLimit limit = new MemoryLimit(LIMIT, () -> used);

    private void register(Step step, long frees) {
        limit.register(step, new MemoryLimit.Shrinkable() {
            @Override
            public long shrink(long bytes) {
                calls.add(step + " " + bytes);
                used -= frees;
                return frees;
            }

            @Override
            public void restore() {
                calls.add(step + " restored");
            }
        });
    }

    @Test
    void enforce_nearTheLimit_shrinksInTheStatedOrderUntilItIsEnough() {
        register(Step.DIGESTS, 5_000);
        register(Step.TOP_RU, 600);
        register(Step.SAMPLES, 100);
        used = 7_500;
        limit.enforce();
        assertThat(calls).containsExactly("SAMPLES 500", "TOP_RU 400");
        assertThat(used).isEqualTo(6_800);
        assertThat(limit.steps())
                .containsExactly(
                        new MemoryStep(Step.SAMPLES, 1, 100, true),
                        new MemoryStep(Step.PLAN_TEXTS, 0, 0, false),
                        new MemoryStep(Step.TOP_RU, 1, 600, true),
                        new MemoryStep(Step.DIGESTS, 0, 0, false));
        used = 9_000;
        calls.clear();
        limit.enforce();
        assertThat(calls).containsExactly("SAMPLES 2000", "TOP_RU 1900", "DIGESTS 1300");
    }

    @Test
    void shrink_oneStep_leavesTheOthersAlone() {
        register(Step.SAMPLES, 100);
        register(Step.TOP_RU, 600);
        limit.shrink(Step.TOP_RU, 0);
        limit.shrink(Step.TOP_RU, 700);
        assertThat(calls).containsExactly("TOP_RU 700");
        assertThat(limit.steps().get(2)).isEqualTo(new MemoryStep(Step.TOP_RU, 1, 600, true));
    }

    @Test
    void enforce_stepThatHasNothingLeft_isNotCounted() {
        register(Step.SAMPLES, 0);
        register(Step.DIGESTS, 5);
        used = 9_000;
        limit.enforce();
        limit.enforce();
        assertThat(limit.steps().get(3)).isEqualTo(new MemoryStep(Step.DIGESTS, 2, 10, true));
        assertThat(limit.steps().get(0)).isEqualTo(new MemoryStep(Step.SAMPLES, 0, 0, false));
    }

    @Test
    void enforce_farFromTheLimit_shrinksNothingAndRestoresWhatWasReducedBelowHalf() {
        register(Step.SAMPLES, 100);
        register(Step.DIGESTS, 100);
        used = 7_200;
        limit.enforce();
        assertThat(calls).isEmpty();
        used = 3_999;
        limit.enforce();
        assertThat(calls).isEmpty();
        used = 7_250;
        limit.enforce();
        assertThat(limit.steps().get(0).reduced()).isTrue();
        used = 3_999;
        for (int i = 1; i < MemoryLimit.CALM_CALLS; i++) {
            limit.enforce();
        }
        assertThat(limit.steps().get(0).reduced()).isTrue();
        limit.enforce();
        limit.enforce();
        assertThat(calls).containsExactly("SAMPLES 250", "DIGESTS 150", "SAMPLES restored", "DIGESTS restored");
        assertThat(limit.steps()).noneMatch(MemoryStep::reduced);
        assertThat(limit.limitBytes()).isEqualTo(LIMIT);
    }
}
