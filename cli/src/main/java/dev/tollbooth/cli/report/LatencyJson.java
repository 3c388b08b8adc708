package dev.tollbooth.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.Decade;
import dev.tollbooth.statement.HistogramSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A writer of a digest's latencies as one line of JSON: their quantiles, and the buckets of each window or the decades.
 */
public final class LatencyJson {

    private static final List<Figure> FIGURES =
            List.of(Figure.MEASURED, Figure.P50, Figure.P95, Figure.P99, Figure.P999);

    private LatencyJson() {}

    /** Returns the line, with all windows, or with the decades of their sum if {@code byDecade} is true. */
    public static String of(LatencyHistory history, boolean byDecade) {
        return Json.line(json -> {
            json.writeStartObject();
            json.writeStringField("digest", history.digest());
            json.writeStringField("summary", history.summary());
            figures(history.all(), json);
            if (byDecade) {
                decades(history.all(), json);
            } else {
                json.writeArrayFieldStart("windows");
                for (Map.Entry<Long, Figures> window : history.windows().entrySet()) {
                    json.writeStartObject();
                    json.writeNumberField("startSec", window.getKey());
                    json.writeNumberField("endSec", (long) Figure.LAST.rank(window.getValue()));
                    figures(window.getValue().histogram(), json);
                    buckets(window.getValue().histogram(), json);
                    json.writeEndObject();
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }

    /** Writes the number of executions, and their quantiles. Without executions, the quantiles are null. */
    public static void figures(HistogramSnapshot histogram, JsonGenerator json) throws IOException {
        Figures figures = Figures.builder()
                .set(Figure.MEASURED, histogram.total())
                .histogram(histogram)
                .build();
        for (Map.Entry<String, @Nullable Object> each : figures.asMap(FIGURES).entrySet()) {
            json.writeObjectField(each.getKey(), each.getValue());
        }
    }

    /** Writes the buckets with executions as {@code buckets}. */
    public static void buckets(HistogramSnapshot histogram, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("buckets");
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            if (histogram.count(bucket) > 0) {
                json.writeStartObject();
                json.writeNumberField("bucket", bucket);
                bounds(HistogramSnapshot.lowPicos(bucket), HistogramSnapshot.highPicos(bucket), json);
                json.writeNumberField("count", histogram.count(bucket));
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    /**
     * Writes the decades as {@code decades}, each with its own count, and with the count of all executions up to its
     * end.
     */
    public static void decades(HistogramSnapshot histogram, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("decades");
        for (Decade decade : Decade.of(histogram)) {
            json.writeStartObject();
            bounds(decade.lowPicos(), decade.highPicos(), json);
            json.writeNumberField("count", decade.count());
            json.writeNumberField("countAndLower", decade.cumulative());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes the bounds of a bucket in nanoseconds; the upper bound of the last bucket is null. */
    private static void bounds(long lowPicos, long highPicos, JsonGenerator json) throws IOException {
        json.writeNumberField("lowNanos", lowPicos / 1_000);
        json.writeFieldName("highNanos");
        if (highPicos < 0) {
            json.writeNull();
        } else {
            json.writeNumber(highPicos / 1_000);
        }
    }
}
