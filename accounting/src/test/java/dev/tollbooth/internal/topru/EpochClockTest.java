package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EpochClockTest {

    private static final long ZERO = Long.MAX_VALUE - 5;
    private long wallSeconds = 900_000_005;
    private final EpochClock clock = new EpochClock(() -> wallSeconds * 1000, ZERO);

    private long after(long seconds) {
        return clock.epochSeconds(ZERO + TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void epochSeconds_withinABucket_followsTheTickerAlone() {
        wallSeconds += 3600;
        assertThat(after(0)).isEqualTo(900_000_005);
        assertThat(after(9)).isEqualTo(900_000_014);
        wallSeconds -= 7200;
        assertThat(after(9)).isEqualTo(900_000_014);
    }

    @Test
    void epochSeconds_jumpForward_isFollowedAtTheBucketsEnd() {
        wallSeconds += 3600;
        assertThat(after(9)).isEqualTo(900_000_014);
        wallSeconds += 15;
        assertThat(after(15)).isEqualTo(900_003_620);
        assertThat(clock.era()).isZero();
    }

    @Test
    void epochSeconds_jumpBackOfSeconds_standsStillUntilCaughtUp() {
        wallSeconds -= 20;
        assertThat(after(9)).isEqualTo(900_000_014);
        wallSeconds += 10;
        assertThat(after(10)).isEqualTo(900_000_015);
        wallSeconds += 15;
        assertThat(after(25)).isEqualTo(900_000_015);
        wallSeconds += 15;
        assertThat(after(40)).isEqualTo(900_000_025);
        assertThat(clock.era()).isZero();
    }

    @Test
    void epochSeconds_setBackByAnHour_beginsAnEra() {
        wallSeconds -= 3600;
        assertThat(after(9)).isEqualTo(900_000_014);
        assertThat(clock.era()).isZero();
        wallSeconds += 10;
        assertThat(after(10)).isEqualTo(899_996_415);
        assertThat(clock.era()).isEqualTo(1);
        assertThat(after(11)).isEqualTo(899_996_416);
    }
}
