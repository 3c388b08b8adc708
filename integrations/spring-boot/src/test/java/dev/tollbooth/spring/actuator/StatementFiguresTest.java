package dev.tollbooth.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is not known is null. */
class StatementFiguresTest {

    private static StatementSnapshot row(long count, Long rowsAffected, long rowsUnknown, HistogramSnapshot latencies) {
        return new StatementSnapshot(
                "shop",
                null,
                count,
                count * 2_000_000,
                2_000_000,
                2_000_000,
                0,
                Map.of(),
                0,
                rowsAffected,
                rowsUnknown,
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                0,
                null,
                null,
                false,
                null,
                latencies);
    }

    @Test
    void rowsAffected_thatTheDriverDoesNotSay_areNull() {
        HistogramSnapshot four = HistogramSnapshot.of(120, new long[] {4});
        StatementSnapshot silent = row(4, null, 4, four);
        StatementSnapshot partly = row(6, 7L, 5, HistogramSnapshot.of(120, new long[] {6}));
        assertThat(StatementFigures.of(silent).rowsAffected()).isNull();
        assertThat(StatementFigures.of(silent).rowsUnknown()).isEqualTo(4);
        assertThat(StatementFigures.of(partly, silent).rowsAffected()).isEqualTo(7);
        assertThat(StatementFigures.of(partly, silent).rowsUnknown()).isEqualTo(1);
        assertThat(StatementFigures.of(row(8, 7L, 7, four), partly).rowsAffected())
                .as("of a window")
                .isNull();
        assertThat(StatementFigures.of(row(4, 0L, 0, four)).rowsAffected()).isZero();
    }

    @Test
    void meanAndQuantiles_ofNoExecution_areNull() {
        StatementFigures none = StatementFigures.of(row(0, 0L, 0, HistogramSnapshot.EMPTY));
        assertThat(none.avgMillis()).isNull();
        assertThat(none.p50Millis()).isNull();
        assertThat(none.p999Millis()).isNull();
        assertThat(none.ru()).isNull();
    }
}
