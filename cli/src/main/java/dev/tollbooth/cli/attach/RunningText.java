package dev.tollbooth.cli.attach;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import javax.management.openmbean.CompositeData;

/** A formatter of the running statements as a table. */
final class RunningText {

    private static final String NONE = "-";
    private static final int TEXT_COLUMN = 6;

    private RunningText() {}

    /** Returns an empty line and the table's lines; no lines without running statements. */
    static List<String> lines(List<CompositeData> running, int width) {
        if (running.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable(TEXT_COLUMN)
                .left("id")
                .right("running ms")
                .right("RU")
                .right("client bytes")
                .left("user")
                .left("origin")
                .left("running statement");
        for (CompositeData row : running) {
            Number ru = (Number) row.get("ru");
            Number bytes = (Number) row.get("clientBytes");
            table.row(List.of(
                    String.valueOf(row.get("id")),
                    String.valueOf(row.get("elapsed")),
                    ru == null ? NONE : FigureText.amount(ru.doubleValue()),
                    bytes == null ? NONE : FigureText.count(bytes.longValue()),
                    String.valueOf(row.get("user")),
                    origin(row),
                    String.valueOf(row.get("text"))));
        }
        List<String> lines = new ArrayList<>(table.lines(width));
        lines.add(0, "");
        return lines;
    }

    private static String origin(CompositeData row) {
        String origin = String.valueOf(row.get("origin"));
        return origin.isEmpty() ? NONE : origin;
    }
}
