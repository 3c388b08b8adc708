package dev.tollbooth.fleet;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.fleet.query.FleetSpentOrigin;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows who in the code spends a user's request units in a fleet, as {@code tollbooth top} shows those of a JVM. */
final class FleetSpentOriginsText {

    private static final String NONE = "-";

    private final List<FleetSpentOrigin> rows;
    private final int limit;

    /** Of all {@code rows} the first {@code limit}. */
    FleetSpentOriginsText(List<FleetSpentOrigin> rows, int limit) {
        this.rows = rows;
        this.limit = limit;
    }

    /** Returns a table; no line where there is nothing. */
    List<String> lines(int width) {
        if (rows.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable(1).left("service").left("origin").right("RU");
        table.right("share").right("time").right("count").right("avg").left("source");
        rows.stream().limit(limit).forEach(row -> table.row(cells(row)));
        if (rows.size() > limit) {
            List<FleetSpentOrigin> more = rows.subList(limit, rows.size());
            List<String> cells = new ArrayList<>(List.of("", "(" + more.size() + " more)", NONE, NONE));
            addTime(
                    cells,
                    more.stream().mapToLong(FleetSpentOrigin::nanos).sum(),
                    more.stream().mapToLong(FleetSpentOrigin::executions).sum());
            cells.add("");
            table.row(cells);
        }
        return table.lines(width);
    }

    private List<String> cells(FleetSpentOrigin row) {
        List<String> cells = new ArrayList<>();
        cells.add(row.service().isEmpty() ? NONE : row.service());
        cells.add(row.origin() == null ? NONE : row.origin());
        cells.add(FigureText.ru(row.ru()));
        cells.add(share(row.ru(), row.source()));
        addTime(cells, row.nanos(), row.executions());
        cells.add(row.source());
        return cells;
    }

    /** Of what the same source told. */
    private String share(@Nullable Double ru, String source) {
        double all = rows.stream()
                .filter(row -> row.source().equals(source) && row.ru() != null)
                .mapToDouble(FleetSpentOrigin::ru)
                .sum();
        return FigureText.share(ru, all);
    }

    private static void addTime(List<String> cells, long nanos, long executions) {
        cells.add(FigureText.time(nanos));
        cells.add(FigureText.count(executions));
        cells.add(executions == 0 ? NONE : FigureText.time(nanos / executions));
    }

    /** Returns an object a line; no line where there is nothing. */
    List<String> json() {
        return rows.stream().limit(limit).map(FleetSpentOriginsText::json).toList();
    }

    private static String json(FleetSpentOrigin row) {
        return Json.line(json -> {
            json.writeStartObject();
            json.writeStringField("service", row.service());
            json.writeStringField("origin", row.origin());
            json.writeStringField("source", row.source());
            if (row.ru() != null) {
                json.writeNumberField("totalRu", row.ru());
            }
            json.writeNumberField("execCount", row.executions());
            json.writeNumberField("execDurationNs", row.nanos());
            json.writeNumberField("unknownCount", row.unknown());
            json.writeEndObject();
        });
    }
}
