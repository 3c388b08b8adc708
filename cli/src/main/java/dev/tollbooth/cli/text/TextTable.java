package dev.tollbooth.cli.text;

import dev.tollbooth.internal.control.PrintableText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of text, whose columns are as wide as their values. If the table is wider than the terminal, optional columns
 * are left out, the least important first. If that is not enough, the flexible column shrinks. Control characters in
 * values are escaped.
 *
 * <p>Not thread-safe.
 */
public final class TextTable {

    /** The value for a table without a flexible column. */
    public static final int RIGID = -1;

    private static final String GAP = "  ";
    private static final String INDENT = "  ";
    private static final int NARROWEST = 12;
    private static final int STAYS = 0;

    /**
     * A column.
     *
     * @param title its title
     * @param left whether its values are aligned to the left
     * @param rank the order in which columns are left out, the highest first; 0 for a column that stays
     */
    private record Column(String title, boolean left, int rank) {}

    private record Row(List<String> cells, String below) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final int flexible;

    /** Makes a table whose column {@code flexible} shrinks if the table is too wide; {@link #RIGID} for none. */
    public TextTable(int flexible) {
        this.flexible = flexible;
    }

    public TextTable left(String title) {
        columns.add(new Column(title, true, STAYS));
        return this;
    }

    public TextTable right(String title) {
        return right(title, STAYS);
    }

    /** Adds an optional column; the highest {@code rank} is left out first. */
    public TextTable right(String title, int rank) {
        columns.add(new Column(title, false, rank));
        return this;
    }

    public void row(List<String> cells) {
        row(cells, "");
    }

    /** Adds a row with a line of text below it. */
    public void row(List<String> cells, String below) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException("cells=" + cells.size() + ", columns=" + columns.size());
        }
        rows.add(new Row(cells.stream().map(PrintableText::escape).toList(), PrintableText.escape(below)));
    }

    /**
     * Returns the lines of the table, the titles first. No line is longer than {@code width} if the columns can shrink
     * enough.
     */
    public List<String> lines(int width) {
        int[] widths = widths(width);
        List<String> lines = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        columns.forEach(column -> titles.add(column.title));
        lines.add(line(titles, widths));
        for (Row row : rows) {
            lines.add(line(row.cells, widths));
            if (!row.below.isEmpty()) {
                lines.add(PrintableText.cut(INDENT + row.below, width));
            }
        }
        return lines;
    }

    /** Returns the titles of the columns that the last call of {@link #lines} left out. */
    public List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    /** Returns each column's width; 0 for columns that are left out. */
    private int[] widths(int width) {
        int[] widths = new int[columns.size()];
        int sum = -GAP.length();
        for (int i = 0; i < widths.length; i++) {
            widths[i] = columns.get(i).title.length();
            for (Row row : rows) {
                widths[i] = Math.max(widths[i], row.cells.get(i).length());
            }
            sum += widths[i] + GAP.length();
        }
        leftOut.clear();
        for (int next = leastImportant(widths); sum > width && next >= 0; next = leastImportant(widths)) {
            leftOut.add(columns.get(next).title);
            sum -= widths[next] + GAP.length();
            widths[next] = 0;
        }
        if (flexible >= 0) {
            int given = Math.max(NARROWEST, widths[flexible] - Math.max(0, sum - width));
            widths[flexible] = Math.min(widths[flexible], given);
        }
        return widths;
    }

    private int leastImportant(int[] widths) {
        return IntStream.range(0, widths.length)
                .filter(i -> widths[i] > 0 && columns.get(i).rank > STAYS)
                .boxed()
                .max(Comparator.comparingInt(i -> columns.get(i).rank))
                .orElse(-1);
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        String gap = "";
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] > 0) {
                String cell = PrintableText.cut(cells.get(i), widths[i]);
                String blanks = " ".repeat(widths[i] - cell.length());
                line.append(gap)
                        .append(columns.get(i).left ? cell : blanks)
                        .append(columns.get(i).left ? blanks : cell);
                gap = GAP;
            }
        }
        return line.toString().stripTrailing();
    }
}
