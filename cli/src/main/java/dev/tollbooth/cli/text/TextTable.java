package dev.tollbooth.cli.text;

import dev.tollbooth.internal.control.PrintableText;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of text: columns as wide as their values, the flexible one as wide as the terminal lets it. What a value has
 * that a terminal would act on is escaped.
 *
 * <p>Not thread-safe.
 */
public final class TextTable {

    private static final String GAP = "  ";
    private static final int NARROWEST = 12;

    private record Column(String title, boolean left) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();
    private final int flexible;

    /** The column of number {@code flexible} gives way where the table is too wide. */
    public TextTable(int flexible) {
        this.flexible = flexible;
    }

    public TextTable left(String title) {
        columns.add(new Column(title, true));
        return this;
    }

    public TextTable right(String title) {
        columns.add(new Column(title, false));
        return this;
    }

    public void row(List<String> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException("cells=" + cells.size() + ", columns=" + columns.size());
        }
        rows.add(cells.stream().map(PrintableText::escape).toList());
    }

    /** Returns the lines, the titles first, none longer than {@code width} as far as the flexible column can give. */
    public List<String> lines(int width) {
        int[] widths = widths(width);
        List<String> lines = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        columns.forEach(column -> titles.add(column.title));
        lines.add(line(titles, widths));
        rows.forEach(row -> lines.add(line(row, widths)));
        return lines;
    }

    private int[] widths(int width) {
        int[] widths = new int[columns.size()];
        int sum = GAP.length() * (columns.size() - 1);
        for (int i = 0; i < widths.length; i++) {
            widths[i] = columns.get(i).title.length();
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
            sum += widths[i];
        }
        widths[flexible] = Math.max(NARROWEST, widths[flexible] - Math.max(0, sum - width));
        return widths;
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cut(cells.get(i), widths[i]);
            String blanks = " ".repeat(widths[i] - cell.length());
            line.append(i == 0 ? "" : GAP)
                    .append(columns.get(i).left ? cell : blanks)
                    .append(columns.get(i).left ? blanks : cell);
        }
        return line.toString().stripTrailing();
    }

    /** Returns {@code text} in at most {@code length} characters, marked where it was cut. */
    public static String cut(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        boolean pair = length > 1 && Character.isHighSurrogate(text.charAt(length - 2));
        return text.substring(0, length - (pair ? 2 : 1)) + "…";
    }
}
