package dev.tollbooth.benchmarks.io;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuartilesTest {

    @Test
    void of_oddNumber_takesTheMiddle() {
        assertThat(Quartiles.of(new double[] {5, 1, 4, 2, 3})).isEqualTo(new Quartiles(2, 3, 4));
    }

    @Test
    void of_evenNumber_takesTheMeanOfBothInTheMiddle() {
        assertThat(Quartiles.of(new double[] {4, 1, 3, 2}).median()).isEqualTo(2.5);
    }

    @Test
    void added_driftOfBoth_cancelsOut() {
        double[] base = {100, 200, 300};

        assertThat(Quartiles.added(new double[] {110, 210, 310}, base)).isEqualTo(new Quartiles(10, 10, 10));
    }
}
