package dev.tollbooth.cli.attach;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.internal.control.PrintableText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** Shows the statements of a running instance as tables, each statement's text below its figures. */
public final class AttachedText {

    private static final String NONE = "-";
    private static final String OTHERS = "(other)";
    private static final double LOWEST_BUCKET_PICOS = 10_000_000;
    private static final int DIGITS = 8;

    /** A figure's title, MBean column, and when it goes where there is no room. */
    private record Column(String title, String column, int rank) {}

    private static final Map<String, Column> COLUMNS = columns();

    private final AttachedStatements statements;
    private final int width;

    /** {@code width} of the terminal; {@link Integer#MAX_VALUE}: all columns, and each statement's text behind them. */
    public AttachedText(AttachedStatements statements, int width) {
        this.statements = statements;
        this.width = width;
    }

    private static Map<String, Column> columns() {
        Map<String, Column> columns = new LinkedHashMap<>();
        columns.put("time", new Column("time", "SUM_TIMER_WAIT", 5));
        columns.put("count", new Column("count", "COUNT_STAR", 0));
        columns.put("ru", new Column("RU", "SUM_RU", 0));
        columns.put("avg", new Column("avg", "AVG_TIMER_WAIT", 0));
        columns.put("p50", new Column("P50", "P50", 4));
        columns.put("p95", new Column("P95", "P95", 8));
        columns.put("p99", new Column("P99", "P99", 0));
        columns.put("p999", new Column("P999", "P999", 1));
        columns.put("max", new Column("max", "MAX_TIMER_WAIT", 2));
        columns.put("errors", new Column("errors", "SUM_ERRORS", 0));
        columns.put("rows", new Column("rows", "SUM_ROWS_SENT", 6));
        columns.put("memory", new Column("allocated", "SUM_CLIENT_BYTES", 7));
        return columns;
    }

    /** Returns all lines: the statements, and what runs now where anything does. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("instance " + PrintableText.escape(statements.instance()) + ", by " + statements.order());
        TextTable table = table();
        lines.addAll(table.lines(width));
        if (!table.leftOut().isEmpty()) {
            lines.add("(no room for " + String.join(", ", table.leftOut()) + ": see --wide)");
        }
        lines.addAll(RunningText.lines(statements.running(), width));
        return lines;
    }

    private boolean isWide() {
        return width == Integer.MAX_VALUE;
    }

    /** Whether one digest has several rows, which its schemas tell apart. */
    private boolean isOfSeveralSchemas() {
        Set<String> digests = new HashSet<>();
        return !statements.rows().stream().map(AttachedStatements::digest).allMatch(digests::add);
    }

    private List<String> order() {
        List<String> order = new ArrayList<>(COLUMNS.keySet());
        order.remove(statements.order());
        order.add(0, statements.order());
        return order;
    }

    private boolean isAdditive() {
        return List.of("time", "count", "errors", "rows", "ru", "memory").contains(statements.order());
    }

    private TextTable table() {
        boolean users = !statements.users().isEmpty();
        TextTable table = new TextTable(TextTable.RIGID).left("digest");
        if (users) {
            table.left("users");
        }
        if (isOfSeveralSchemas()) {
            table.left("schema");
        }
        for (String figure : order()) {
            Column column = COLUMNS.get(figure);
            boolean sorted = figure.equals(statements.order());
            if (column != null) {
                table.right(column.title, sorted ? 0 : column.rank);
            }
            if (sorted) {
                table.right(isAdditive() ? "share" : "of time");
            }
        }
        if (isWide()) {
            table.left("statement");
        }
        for (CompositeData row : statements.rows()) {
            table.row(cells(row, users), isWide() ? "" : text(row));
        }
        return table;
    }

    private List<String> cells(CompositeData row, boolean users) {
        String digest = AttachedStatements.digest(row);
        List<String> cells = new ArrayList<>();
        cells.add(digest.isEmpty() ? OTHERS : digest.substring(0, DIGITS));
        if (users) {
            cells.add(AttachedStatements.userColumn(statements.users(), digest));
        }
        if (isOfSeveralSchemas()) {
            cells.add((String) row.get("schema"));
        }
        for (String figure : order()) {
            cells.add(figure(row, figure));
            if (figure.equals(statements.order())) {
                cells.add(share(row));
            }
        }
        if (isWide()) {
            cells.add(text(row));
        }
        return cells;
    }

    private String text(CompositeData row) {
        return statements.texts().getOrDefault(AttachedStatements.digest(row), "");
    }

    private String share(CompositeData row) {
        Double part = AttachedStatements.sortedFigure(row, statements.order());
        Double whole = statements.total();
        return part == null || whole == null || whole <= 0 ? NONE : percent(part / whole);
    }

    private static String percent(double share) {
        return FigureText.share(share, 1);
    }

    private static String figure(CompositeData row, String figure) {
        Column column = COLUMNS.get(figure);
        Double value = column == null
                ? null
                : figure.equals("rows") ? AttachedStatements.rows(row) : AttachedStatements.number(row, column.column);
        if (value == null) {
            return NONE;
        }
        return switch (figure) {
            case "count", "errors", "rows" -> FigureText.count(value.longValue());
            case "ru" -> FigureText.amount(value);
            case "memory" -> FigureText.bytes(value.longValue());
            default -> time(value, figure.startsWith("p") ? row : null);
        };
    }

    /** Of a quantile the lowest bucket is one without a bound below. */
    private static String time(double picos, @Nullable CompositeData quantileOf) {
        if (quantileOf != null && picos == 0) {
            return NONE;
        }
        return quantileOf != null && picos == LOWEST_BUCKET_PICOS ? "<10 µs" : FigureText.time((long) (picos / 1_000));
    }
}
