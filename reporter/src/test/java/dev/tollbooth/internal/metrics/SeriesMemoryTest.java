package dev.tollbooth.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that series take a limited part of the memory, because each reader, even a stranger, chooses series. */
class SeriesMemoryTest {

    private static final long HALF = 32_000_000;

    private final MeasuredTable measured = new MeasuredTable();

    private void fill(int statements, int failures) {
        Random random = new Random(7);
        for (int i = 0; i < statements; i++) {
            for (int execution = 0; execution < 50; execution++) {
                measured.execute("t" + i, (long) (1e6 * Math.exp(2 * random.nextGaussian())));
            }
            for (int failure = 0; failure < failures; failure++) {
                measured.fail("t" + i, 1_000 << failure, new SQLException("no", "23000", 1_000 + failure % 3));
            }
        }
    }

    private static SeriesChoice digests(int top) {
        return new SeriesChoice(true, top);
    }

    @Test
    void read_choicesThatTakeTooMuch_areRefusedAndHoldNothing() {
        fill(9_000, 0);
        assertThat(measured.telemetry.readForAnybody(digests(10_000)).metrics()).isNotEmpty();
        long first = measured.telemetry.bytes();
        assertThat(first).isBetween(10_000_000L, HALF);
        for (int top = 9_000; top < 9_020; top++) {
            SeriesChoice another = digests(top);
            assertThatThrownBy(() -> measured.telemetry.readForAnybody(another))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("memory.limit");
        }
        assertThat(measured.telemetry.bytes()).isEqualTo(first);
        assertThat(measured.telemetry.readForAnybody(SeriesChoice.DEFAULT).metrics())
                .isNotEmpty();
        assertThat(measured.telemetry.readForAnybody(digests(10_000)).metrics()).isNotEmpty();
    }

    @Test
    void read_choiceThatGrowsTooLarge_isForgottenAndTheUsualOneIsNot() {
        fill(5_000, 0);
        measured.telemetry.readForAnybody(digests(10_000));
        long before = measured.telemetry.bytes();
        fill(10_000, 12);
        assertThatThrownBy(() -> measured.telemetry.readForAnybody(digests(10_000)))
                .hasMessageContaining("memory.limit");
        assertThat(measured.telemetry.bytes()).isLessThan(before / 10);
        assertThat(measured.telemetry.readForAnybody(SeriesChoice.DEFAULT).metrics())
                .isNotEmpty();
        assertThat(measured.telemetry.readForAnybody(digests(1_000)).metrics()).isNotEmpty();
    }

    @Test
    void read_whatTheApplicationChose_isNeverTakenFromIt() {
        fill(10_000, 6);
        assertThat(measured.telemetry.read(digests(10_000)).metrics()).isNotEmpty();
        assertThat(measured.telemetry.bytes()).isGreaterThan(HALF);
        assertThat(measured.telemetry.readForAnybody(digests(10_000)).metrics()).isNotEmpty();
        assertThatThrownBy(() -> measured.telemetry.readForAnybody(digests(5_000)))
                .hasMessageContaining("memory.limit");
        assertThat(measured.telemetry.readForAnybody(SeriesChoice.DEFAULT).metrics())
                .isNotEmpty();
    }
}
