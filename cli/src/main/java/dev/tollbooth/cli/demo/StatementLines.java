package dev.tollbooth.cli.demo;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** A formatter of statement rows as a table: the rows with the most time first, and the rest in one line. */
final class StatementLines {

    /** The minimum width of a terminal for a table with digests, in characters. */
    private static final int WIDE = 108;

    private static final List<Figure> QUANTILES = List.of(Figure.P50, Figure.P95, Figure.P99, Figure.P999);

    private StatementLines() {}

    /** Returns the rows by time, the longest first. */
    static List<StatementSnapshot> byTime(List<StatementSnapshot> rows) {
        return Figure.TIME.sorted(rows, Figures::of);
    }

    /**
     * Returns a table of {@code limit} rows, one row for the rest, and the sum. With {@code failedToo}, the table also
     * has every other row with errors.
     */
    static List<String> table(List<StatementSnapshot> rows, int limit, boolean failedToo, int width) {
        TextTable table = new TextTable(1).left("user").left("statement");
        boolean digests = width >= WIDE;
        if (digests) {
            table.left("digest");
        }
        table.right("count");
        QUANTILES.forEach(figure -> table.right(figure.title()));
        table.right("rows").right("errors").right("time");
        List<StatementSnapshot> sorted = byTime(rows);
        long time = Tally.of(rows).nanos();
        List<StatementSnapshot> shown = new ArrayList<>();
        List<StatementSnapshot> left = new ArrayList<>();
        for (StatementSnapshot row : sorted) {
            boolean matters = shown.size() < limit || (failedToo && row.errors() > 0);
            (matters ? shown : left).add(row);
        }
        shown.forEach(row -> table.row(cells(names(row, digests), List.of(row), time)));
        if (!left.isEmpty()) {
            table.row(cells(names(left.size() + " more", digests), left, time));
        }
        table.row(cells(names("all", digests), sorted, time));
        return table.lines(width);
    }

    private static List<String> names(StatementSnapshot row, boolean digests) {
        return digests ? List.of(user(row), row.summary(), shortDigest(row)) : List.of(user(row), row.summary());
    }

    private static List<String> names(String what, boolean digests) {
        return digests ? List.of("", what, "") : List.of("", what);
    }

    private static List<String> cells(List<String> names, List<StatementSnapshot> rows, long allTime) {
        Figures sums = Tally.of(rows);
        List<String> cells = new ArrayList<>(names);
        cells.add(FigureText.count(sums.count()));
        QUANTILES.forEach(figure -> cells.add(FigureText.of(figure, sums)));
        cells.add(FigureText.of(Figure.ROWS_READ, sums));
        cells.add(Figure.ERRORS.rank(sums) <= 0 ? "-" : FigureText.of(Figure.ERRORS, sums));
        cells.add(FigureText.percent(sums.nanos(), allTime));
        return cells;
    }

    /** Returns the row's schema in lower case, which is also the name of its user; {@code -} without a schema. */
    static String user(StatementSnapshot row) {
        return Objects.requireNonNullElse(row.schema(), "-").toLowerCase(Locale.ROOT);
    }

    static String shortDigest(StatementSnapshot row) {
        return Objects.requireNonNullElse(row.digestHex(), "-").replaceAll("(?<=^.{8}).*", "");
    }
}
