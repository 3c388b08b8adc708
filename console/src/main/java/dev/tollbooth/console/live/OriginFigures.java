package dev.tollbooth.console.live;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.internal.table.OriginRow;
import dev.tollbooth.jdbc.Tollbooth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements of an instance by origin, for endpoints of another server, such as Spring's actuator. */
public final class OriginFigures {

    private OriginFigures() {}

    /**
     * Returns the figures of each statement and origin, the longest time first.
     *
     * @param limit the maximum number of rows
     */
    public static List<Map<String, @Nullable Object>> origins(Tollbooth tollbooth, int limit) {
        return maps(Figure.TIME.sorted(rows(tollbooth), OriginRow::figures), limit);
    }

    /**
     * Returns the statements, by origin, that one transaction executed ten times or more, the most repeated first.
     *
     * @param limit the maximum number of rows
     */
    public static List<Map<String, @Nullable Object>> repetitions(Tollbooth tollbooth, int limit) {
        List<OriginRow> repeated = rows(tollbooth).stream()
                .filter(row -> row.totals().repeatedTransactions() != 0)
                .toList();
        List<OriginRow> byCount = Figure.REPEATED.sorted(repeated, OriginRow::figures);
        return maps(Figure.MOST_IN_TRANSACTION.sorted(byCount, OriginRow::figures), limit);
    }

    private static List<OriginRow> rows(Tollbooth tollbooth) {
        return Instances.ofDriver()
                .get(TypedSettings.of(tollbooth.connectionProperties()))
                .consoleTarget()
                .exposed()
                .statements()
                .origins();
    }

    private static List<Map<String, @Nullable Object>> maps(List<OriginRow> rows, int limit) {
        return rows.stream().limit(limit).map(OriginFigures::map).toList();
    }

    private static Map<String, @Nullable Object> map(OriginRow row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("origin", row.origin());
        map.put("digest", row.digestHex());
        map.put("schema", row.schema());
        map.put("summary", row.summary());
        map.put("text", row.digestText());
        map.putAll(row.figures().asMap(Figure.OF_ORIGINS));
        return map;
    }
}
