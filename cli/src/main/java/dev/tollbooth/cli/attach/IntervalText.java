package dev.tollbooth.cli.attach;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.internal.control.PrintableText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Shows what happened between two readings as a table of rates, each statement's text below its figures. */
public final class IntervalText {

    private static final String OTHERS = "(other)";
    private static final int DIGITS = 8;

    private final AttachedInterval interval;
    private final int width;
    private final List<IntervalFigure> columns = new ArrayList<>(List.of(IntervalFigure.values()));
    private final boolean schemas;

    /** {@code width} of the terminal; {@link Integer#MAX_VALUE}: all columns, and each statement's text behind them. */
    public IntervalText(AttachedInterval interval, int width) {
        this.interval = interval;
        this.width = width;
        columns.remove(interval.order());
        columns.add(0, interval.order());
        Set<String> digests = new HashSet<>();
        this.schemas = !interval.shown().stream().map(StatementInterval::digest).allMatch(digests::add);
    }

    /** Returns all lines: the statements, and what runs now where anything does. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(title());
        if (interval.rows().isEmpty()) {
            lines.add("no execution has ended");
        } else {
            TextTable table = table();
            lines.addAll(table.lines(width));
            int more = interval.rows().size() - interval.shown().size();
            if (more > 0) {
                lines.add("(" + more + " more)");
            }
            if (!table.leftOut().isEmpty()) {
                lines.add("(no room for " + String.join(", ", table.leftOut()) + ": see --wide)");
            }
        }
        lines.addAll(RunningText.lines(interval.running(), width));
        return lines;
    }

    private String title() {
        double seconds = interval.seconds();
        return "instance " + PrintableText.escape(interval.instance()) + ", last " + FigureText.amount(seconds)
                + " s, by " + interval.order().name().toLowerCase(Locale.ROOT) + ": "
                + FigureText.amount(interval.sum(IntervalFigure.COUNT) / seconds) + " calls/s, load "
                + FigureText.amount(interval.sum(IntervalFigure.TIME) / seconds / 1e9) + ", "
                + FigureText.amount(interval.sum(IntervalFigure.RU) / seconds) + " RU/s, "
                + FigureText.amount(interval.sum(IntervalFigure.ERRORS) / seconds) + " errors/s";
    }

    private boolean isWide() {
        return width == Integer.MAX_VALUE;
    }

    private TextTable table() {
        boolean users = !interval.users().isEmpty();
        TextTable table = new TextTable(TextTable.RIGID).left("digest");
        if (users) {
            table.left("users");
        }
        if (schemas) {
            table.left("schema");
        }
        for (IntervalFigure figure : columns) {
            boolean sorted = figure == interval.order();
            table.right(figure.title(), sorted ? 0 : figure.rank());
            if (sorted) {
                table.right(figure.additive() ? "share" : "of time");
            }
        }
        if (isWide()) {
            table.left("statement");
        }
        for (StatementInterval row : interval.shown()) {
            table.row(cells(row, users), isWide() ? "" : text(row));
        }
        return table;
    }

    private List<String> cells(StatementInterval row, boolean users) {
        List<String> cells = new ArrayList<>();
        cells.add(row.digest().isEmpty() ? OTHERS : row.digest().substring(0, DIGITS));
        if (users) {
            cells.add(AttachedStatements.userColumn(interval.users(), row.digest()));
        }
        if (schemas) {
            cells.add(row.schema());
        }
        for (IntervalFigure figure : columns) {
            cells.add(figure.text(row, interval.seconds()));
            if (figure == interval.order()) {
                cells.add(FigureText.share(interval.share(row), 1));
            }
        }
        if (isWide()) {
            cells.add(text(row));
        }
        return cells;
    }

    private String text(StatementInterval row) {
        return interval.texts().getOrDefault(row.digest(), "");
    }
}
