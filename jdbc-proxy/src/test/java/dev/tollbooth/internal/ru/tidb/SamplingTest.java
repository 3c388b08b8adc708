package dev.tollbooth.internal.ru.tidb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the share of executions that is chosen, of one statement and of each of several alternating ones. */
final class SamplingTest {

    @Test
    void weight_ofAll_isOne() {
        Sampling sampling = new Sampling(1, 7);
        for (int i = 0; i < 100; i++) {
            assertThat(sampling.weight()).isEqualTo(1);
        }
    }

    @Test
    void weight_summed_isTheNumberOfExecutions() {
        long seed = 20_240_611;
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            double share = 0.01 + 0.98 * random.nextDouble();
            int turns = 1 + random.nextInt(7);
            Sampling sampling = new Sampling(share, random.nextInt(1_000));
            double[] sums = new double[turns];
            int rounds = 20_000;
            for (int i = 0; i < rounds * turns; i++) {
                sums[i % turns] += sampling.weight();
            }
            for (double sum : sums) {
                assertThat(sum)
                        .as("seed=%d run=%d share=%s turns=%d", seed, run, share, turns)
                        .isCloseTo(rounds, within(rounds * 0.1));
            }
        }
    }

    @Test
    void weight_ofFirstExecutions_differsBetweenConnections() {
        int chosen = 0;
        for (int connection = 0; connection < 1_000; connection++) {
            chosen += new Sampling(0.1, connection).weight() > 0 ? 1 : 0;
        }
        assertThat(chosen).isBetween(90, 110);
    }
}
