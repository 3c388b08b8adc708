package dev.tollbooth.fleet;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.fleet.query.FleetOriginRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Shows the origins of a fleet as {@code tollbooth top} shows those of a JVM. */
final class FleetOriginsText {

    private static final String NONE = "-";
    private static final int SHORT = 8;
    private static final int STATEMENT_OF_REPETITIONS = 6;

    private final List<FleetOriginRow> rows;
    private final boolean repetitions;
    private final boolean byStatement;
    private final int limit;

    /**
     * Of all {@code rows} the first {@code limit}.
     *
     * @param repetitions those that are repeated, the most first
     * @param byStatement whether a row is of a statement
     */
    FleetOriginsText(List<FleetOriginRow> rows, boolean repetitions, boolean byStatement, int limit) {
        this.rows = repetitions
                ? rows.stream()
                        .filter(row -> row.repeated() > 0)
                        .sorted(Comparator.comparingLong(FleetOriginRow::repeated)
                                .reversed())
                        .toList()
                : rows;
        this.repetitions = repetitions;
        this.byStatement = byStatement;
        this.limit = limit;
    }

    /** Returns a table; no line where there is nothing. */
    List<String> lines(int width) {
        if (rows.isEmpty()) {
            return List.of();
        }
        long nanos = rows.stream().mapToLong(FleetOriginRow::nanos).sum();
        TextTable table = repetitions ? repetitions() : origins();
        rows.stream().limit(limit).forEach(row -> table.row(repetitions ? repeated(row) : cells(row, nanos)));
        if (rows.size() > limit) {
            table.row(rest(rows.subList(limit, rows.size()), nanos));
        }
        return table.lines(width);
    }

    private static TextTable repetitions() {
        TextTable table = new TextTable(STATEMENT_OF_REPETITIONS);
        table.left("service")
                .right("repeated")
                .right("transactions")
                .right("most")
                .right("time");
        return table.left("digest").left("statement").left("origin");
    }

    private TextTable origins() {
        TextTable table = new TextTable(byStatement ? 2 : 1).left("service");
        table.left(byStatement ? "digest" : "origin");
        if (byStatement) {
            table.left("statement");
        }
        table.right("time").right("share").right("count").right("avg").right("errors");
        table.right("rows").right("RU").right("repeated");
        return byStatement ? table : table.right("statements");
    }

    private static List<String> repeated(FleetOriginRow row) {
        return List.of(
                orNone(row.service()),
                FigureText.count(row.repeated()),
                FigureText.count(row.transactions()),
                FigureText.count(row.most()),
                FigureText.time(row.nanos()),
                shortened(row.digest()),
                row.name(),
                origin(row));
    }

    private List<String> cells(FleetOriginRow row, long allNanos) {
        List<String> cells = new ArrayList<>(List.of(orNone(row.service())));
        cells.addAll(byStatement ? List.of(shortened(row.digest()), row.name()) : List.of(origin(row)));
        addTime(cells, row.nanos(), allNanos, row.executions());
        cells.add(FigureText.count(row.errors()));
        cells.add(FigureText.count(row.rows()));
        cells.add(FigureText.ru(row.ru()));
        cells.add(FigureText.count(row.repeated()));
        if (!byStatement) {
            cells.add(FigureText.count(row.statements()));
        }
        return cells;
    }

    private List<String> rest(List<FleetOriginRow> more, long allNanos) {
        long nanos = more.stream().mapToLong(FleetOriginRow::nanos).sum();
        long executions = more.stream().mapToLong(FleetOriginRow::executions).sum();
        String repeated = FigureText.count(
                more.stream().mapToLong(FleetOriginRow::repeated).sum());
        String named = "(" + more.size() + " more)";
        if (repetitions) {
            return List.of("", repeated, NONE, NONE, FigureText.time(nanos), "", named, "");
        }
        List<String> cells = new ArrayList<>(byStatement ? List.of("", "", named) : List.of("", named));
        addTime(cells, nanos, allNanos, executions);
        cells.addAll(List.of(NONE, NONE, NONE, repeated));
        if (!byStatement) {
            cells.add(NONE);
        }
        return cells;
    }

    private static void addTime(List<String> cells, long nanos, long allNanos, long executions) {
        cells.add(FigureText.time(nanos));
        cells.add(FigureText.percent(nanos, allNanos));
        cells.add(FigureText.count(executions));
        cells.add(FleetText.time(executions == 0 ? null : Long.valueOf(nanos / executions)));
    }

    private static String origin(FleetOriginRow row) {
        return row.origin() == null ? NONE : row.origin();
    }

    private static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }

    private static String shortened(String digest) {
        return digest.substring(0, Math.min(SHORT, digest.length()));
    }

    /** Returns an object a line; no line where there is nothing. */
    List<String> json() {
        return rows.stream().limit(limit).map(this::json).toList();
    }

    private String json(FleetOriginRow row) {
        String statement = byStatement
                ? "\"sqlDigestHex\":" + Json.quote(row.digest()) + ",\"summary\":" + Json.quote(row.name())
                : "\"statements\":" + row.statements();
        return "{\"service\":" + Json.quote(row.service()) + ",\"origin\":"
                + (row.origin() == null ? "null" : Json.quote(row.origin())) + "," + statement + ",\"execCount\":"
                + row.executions() + ",\"execDurationNs\":" + row.nanos() + ",\"errors\":" + row.errors()
                + ",\"rows\":" + row.rows() + ",\"ru\":" + row.ru() + ",\"maxPerTransaction\":" + row.most()
                + ",\"repeatedTransactions\":" + row.transactions() + ",\"repeatedExecutions\":" + row.repeated()
                + "}";
    }
}
