package dev.tollbooth.benchmarks.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MedianTest {

    @Test
    void of_fewValues_takesTheMiddle_andAllOfThemAsTheInterval() {
        assertThat(Median.of(new double[] {5, 1, 4, 2, 3})).isEqualTo(new Median(1, 3, 5));
    }

    @Test
    void of_evenNumber_takesTheMeanOfBothInTheMiddle() {
        assertThat(Median.of(new double[] {4, 1, 3, 2}).median()).isEqualTo(2.5);
    }

    @Test
    void added_driftOfBoth_cancelsOut() {
        double[] base = {100, 200, 300};

        assertThat(Median.added(new double[] {110, 210, 310}, base)).isEqualTo(new Median(10, 10, 10));
    }

    /** Returns values from two distributions with different tails, whose median is 0. */
    @Test
    void of_manySamples_holdsTheTrueMedianInNineteenOfTwenty() {
        Random random = new Random(1);
        int held = 0;
        int samples = 2_000;
        for (int sample = 0; sample < samples; sample++) {
            double[] values = random.doubles(301)
                    .map(u -> u < 0.5 ? -Math.log(2 * u) * -10 : Math.pow(1 / (2 - 2 * u), 2) - 1)
                    .toArray();
            if (Median.of(values).holdsZero()) {
                held++;
            }
        }
        assertThat((double) held / samples).isBetween(0.94, 0.98);
    }
}
