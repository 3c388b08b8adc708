package dev.tollbooth.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that unknown figures are null. */
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
        return StatementFigures.of(row);
    }

    @Test
    void rowsChanged_thatTheDriverDoesNotSay_areNull() {
        HistogramSnapshot four = HistogramSnapshot.of(120, new long[] {4});
        StatementSnapshot silent = row(4, null, 4, four);
        assertThat(map(silent)).containsEntry("rowsChanged", null).containsEntry("rowsUnknown", 4L);
        assertThat(map(row(4, 0L, 0, four))).containsEntry("rowsChanged", 0L);
    }

    @Test
    void row_inJson_hasKeysOfTheSchemaAlone() throws IOException {
        String schema = Files.readString(
                Path.of(System.getProperty("basedir", ""), "..", "..", "docs", "guide", "figures.schema.json"));
        String actuator = schema.substring(schema.indexOf("\"actuator\": {"), schema.indexOf("\"page\": {"));
        assertThat(map(row(4, null, 4, HistogramSnapshot.of(120, new long[] {4}))))
                .isNotEmpty()
                .allSatisfy((key, value) -> assertThat(actuator).contains("\"" + key + "\": {"));
    }

    @Test
    void rounded_costThatIsTooLargeForALong_staysAsItIs() {
        assertThat(StatementFigures.rounded(Map.of("ru", 1e13, "avgRu", 1e305, "share", 0.123_456_78)))
                .isEqualTo(Map.of("ru", 1e13, "avgRu", 1e305, "share", 0.123_457));
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
