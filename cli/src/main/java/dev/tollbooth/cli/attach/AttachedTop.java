package dev.tollbooth.cli.attach;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * The top statements of one running instance, since its start or in an interval.
 *
 * @param instance the name of the instance
 * @param table the statements
 * @param seconds the length of the interval; 0 for all time since the start or the last reset
 * @param running the running statements
 */
public record AttachedTop(String instance, Listing table, double seconds, List<CompositeData> running) {

    private static final int RUNNING_TEXT_COLUMN = 6;

    /** Returns all lines: the statements, and the running ones if there are any. */
    public List<String> lines(int width) {
        List<String> lines = new ArrayList<>(List.of(title()));
        if (table.rows().isEmpty() && seconds > 0) {
            lines.add("no execution has ended");
        } else {
            lines.addAll(table.text(width));
        }
        if (!running.isEmpty()) {
            lines.add("");
            lines.addAll(runningTable().lines(width));
        }
        return lines;
    }

    private String title() {
        String name = "instance " + PrintableText.escape(instance);
        String by = ", by " + table.order().word();
        if (seconds == 0) {
            return name + by;
        }
        Figures sum = table.sum();
        return name + ", last " + FigureText.amount(seconds) + " s" + by + ": " + rate(Figure.COUNT, sum)
                + " calls/s, load " + FigureText.amount(sum.nanos() / seconds / 1e9) + ", "
                + (sum.isRuMixed() ? "mixed" : rate(Figure.RU, sum)) + " RU/s, " + rate(Figure.ERRORS, sum)
                + " errors/s";
    }

    private String rate(Figure figure, Figures sum) {
        return FigureText.amount(Math.max(0, figure.rank(sum)) / seconds);
    }

    private TextTable runningTable() {
        TextTable table = new TextTable(RUNNING_TEXT_COLUMN)
                .left("id")
                .right("running ms")
                .right("RU")
                .right("client bytes")
                .left("user")
                .left("origin")
                .left("running statement");
        for (CompositeData row : running) {
            Number bytes = (Number) row.get("clientBytes");
            String origin = String.valueOf(row.get("origin"));
            table.row(List.of(
                    String.valueOf(row.get("id")),
                    String.valueOf(row.get("elapsed")),
                    FigureText.ru((Double) row.get("ru")),
                    bytes == null ? FigureText.UNKNOWN : FigureText.count(bytes.longValue()),
                    String.valueOf(row.get("user")),
                    origin.isEmpty() ? FigureText.UNKNOWN : origin,
                    String.valueOf(row.get("text"))));
        }
        return table;
    }

    /** Returns the content for JSON, by field name. */
    public Map<String, @Nullable Object> map() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("instance", instance);
        map.put("by", table.order().word());
        map.put("rows", table.maps());
        map.put("running", running.stream().map(AttachedTop::map).toList());
        return map;
    }

    /** Returns the values of a running statement by column name, with times in ISO 8601. */
    private static Map<String, @Nullable Object> map(CompositeData row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (String column : row.getCompositeType().keySet()) {
            Object value = row.get(column);
            boolean plain = value == null || value instanceof Number || value instanceof Boolean;
            map.put(
                    column,
                    plain
                            ? value
                            : value instanceof Date date ? date.toInstant().toString() : value.toString());
        }
        return map;
    }
}
