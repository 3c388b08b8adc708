package dev.tollbooth.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.figure.Figures;
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

    private static Map<String, Object> map(StatementSnapshot row) {
        return StatementFigures.of(row, Figures.of(row));
    }

    private static Map<String, Object> window(StatementSnapshot row, StatementSnapshot before) {
        return StatementFigures.of(row, Figures.of(row).minus(Figures.of(before)));
    }

    @Test
    void rowsChanged_thatTheDriverDoesNotSay_areNull() {
        HistogramSnapshot four = HistogramSnapshot.of(120, new long[] {4});
        StatementSnapshot silent = row(4, null, 4, four);
        StatementSnapshot partly = row(6, 7L, 5, HistogramSnapshot.of(120, new long[] {6}));
        assertThat(map(silent)).containsEntry("rowsChanged", null).containsEntry("rowsUnknown", 4L);
        assertThat(window(partly, silent)).containsEntry("rowsChanged", 7L).containsEntry("rowsUnknown", 1L);
        assertThat(window(row(8, 7L, 7, four), partly)).containsEntry("rowsChanged", null);
        assertThat(map(row(4, 0L, 0, four))).containsEntry("rowsChanged", 0L);
    }

    @Test
    void meanAndQuantiles_ofNoExecution_areNull() {
        Map<String, Object> none = map(row(0, 0L, 0, HistogramSnapshot.EMPTY));
        assertThat(none)
                .containsEntry("avgNanos", null)
                .containsEntry("p50Nanos", null)
                .containsEntry("p999Nanos", null)
                .containsEntry("ru", null)
                .containsEntry("ruSource", null);
    }
}
