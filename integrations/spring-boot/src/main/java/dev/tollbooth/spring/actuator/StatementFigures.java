package dev.tollbooth.spring.actuator;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.StatementSnapshot;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A converter of one statement's row to the endpoint's answer. The answer has the same keys as all other JSON of
 * Tollbooth.
 */
final class StatementFigures {

    private static final double DIGITS = 1e6;

    private StatementFigures() {}

    /** Returns all figures of a row of the table. */
    static Map<String, @Nullable Object> of(StatementSnapshot row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("digest", row.digestHex());
        map.put("schema", row.schema());
        map.put("summary", row.summary());
        map.put("text", row.digestText());
        map.putAll(rounded(Figures.of(row).asMap(Figure.OF_ROWS)));
        map.put("lastSeen", Instant.ofEpochMilli(row.lastSeenEpochMillis()));
        return map;
    }

    /** Returns the figures of a statement in a window. */
    static Map<String, @Nullable Object> of(StatementRecord record) {
        boolean none = record.digest().isNone();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("digest", none ? null : record.digest().hex());
        map.put("schema", record.schema());
        map.put("summary", record.summary());
        map.put("text", none ? null : record.text());
        map.putAll(rounded(StatementDelta.figures(record).asMap(Figure.OF_ROWS)));
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
            return Math.round(fraction * DIGITS) / DIGITS;
        }
        if (value instanceof Map<?, ?> parts) {
            Map<Object, @Nullable Object> map = new LinkedHashMap<>();
            parts.forEach((name, part) -> map.put(name, rounded(part)));
            return map;
        }
        return value;
    }
}
