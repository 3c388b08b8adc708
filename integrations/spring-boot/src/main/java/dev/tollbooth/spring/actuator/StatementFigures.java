package dev.tollbooth.spring.actuator;

import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.RunningStatement;
import dev.tollbooth.statement.StatementSnapshot;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A converter of statements to the endpoint's answers. The answers have the same keys as all other JSON of
 * Tollbooth.
 */
final class StatementFigures {

    private static final double DIGITS = 1e6;

    private StatementFigures() {}

    /** Returns all figures of a row of the table. */
    static Map<String, @Nullable Object> of(StatementSnapshot row) {
        Map<String, @Nullable Object> map = map(row.digestHex(), row.schema(), row.summary(), row.digestText());
        map.putAll(rounded(Figures.of(row).asMap(Figure.OF_ROWS)));
        map.put("lastSeen", Instant.ofEpochMilli(row.lastSeenEpochMillis()));
        return map;
    }

    /** Returns the figures of a statement in a window. */
    static Map<String, @Nullable Object> of(StatementRecord record) {
        boolean none = record.digest().isNone();
        Map<String, @Nullable Object> map = map(
                none ? null : record.digest().hex(), record.schema(), record.summary(), none ? null : record.text());
        map.putAll(rounded(StatementDelta.figures(record).asMap(Figure.OF_ROWS)));
        return map;
    }

    private static Map<String, @Nullable Object> map(
            @Nullable String digest, @Nullable String schema, String summary, @Nullable String text) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("digest", digest);
        map.put("schema", schema);
        map.put("summary", summary);
        map.put("text", text);
        return map;
    }

    /** Returns all figures of a row, and its non-empty buckets of latencies, the fastest first. */
    static Map<String, @Nullable Object> withHistogram(String instance, StatementSnapshot row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("instance", instance);
        map.put("figures", of(row));
        map.put("firstSeen", Instant.ofEpochMilli(row.firstSeenEpochMillis()));
        map.put("histogram", ModelJson.buckets(row.histogram()));
        return map;
    }

    /** Returns the figures of a running statement. Its id cancels it in the MBean {@code ActiveStatements}. */
    static Map<String, @Nullable Object> of(String instance, RunningStatement running) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("instance", instance);
        map.putAll(ModelJson.running(running));
        return map;
    }

    /** Returns the figures, rounded to six decimal places, because further digits are rounding errors. */
    static Map<String, @Nullable Object> rounded(Map<String, @Nullable Object> figures) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        figures.forEach((name, value) -> map.put(name, rounded(value)));
        return map;
    }

    private static @Nullable Object rounded(@Nullable Object value) {
        if (value instanceof Double fraction) {
            double rounded = Math.rint(fraction * DIGITS) / DIGITS;
            return Double.isFinite(rounded) ? Double.valueOf(rounded) : value;
        }
        if (value instanceof Map<?, ?> parts) {
            Map<Object, @Nullable Object> map = new LinkedHashMap<>();
            parts.forEach((name, part) -> map.put(name, rounded(part)));
            return map;
        }
        return value;
    }
}
