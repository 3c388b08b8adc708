package dev.tollbooth.cli.text;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A listing: rows with names and figures, ordered by one figure, then one row for all rows beyond the limit. It is
 * shown as text, JSON or CSV.
 *
 * <p>Thread-safe: immutable.
 */
public final class Listing {

    /** The kind of a row. */
    public enum Kind {
        STATEMENT,
        USER,
        SERVICE,
        INSTANCE,
        ORIGIN,
        /** The other statements of one user. */
        USER_OTHERS,
        /** The other statements of all other users. */
        GLOBAL_OTHERS,
        /** The rows beyond the limit or outside of a filter. */
        REST
    }

    /**
     * One row of a listing.
     *
     * @param kind the kind
     * @param names the names by key in JSON: a text, a list of texts, or null
     * @param label the label of a row without names, else empty
     * @param below a line of text below the row; empty for none
     * @param own the figures that add up over all rows
     * @param figures the shown figures; more than {@code own} if a statement has several rows
     */
    public record Row(
            Kind kind, Map<String, @Nullable Object> names, String label, String below, Figures own, Figures figures) {

        /** Returns a row with a label instead of names. */
        public static Row labelled(Kind kind, String label, Figures figures) {
            return new Row(kind, Map.of("summary", label), label, "", figures, figures);
        }
    }

    /**
     * A column of names.
     *
     * @param key its key in {@link Row#names}
     * @param title its title in text
     * @param gives whether the column shrinks if the table is too wide
     */
    public record Name(String key, String title, boolean gives) {}

    /**
     * The columns of a listing.
     *
     * @param names the columns before the figures; the last column that can shrink has the label of rows without names
     * @param order the figure that orders the rows; a row also has its share of this figure, or of the time if the
     *     figure is not additive
     * @param figures the figures in text, after that of {@code order}
     * @param all the figures in JSON and CSV
     * @param seconds the time for figures per second in text; 0 for sums
     */
    public record Layout(List<Name> names, Figure order, List<Figure> figures, List<Figure> all, double seconds) {

        /** Makes a layout of sums. */
        public Layout(List<Name> names, Figure order, List<Figure> figures, List<Figure> all) {
            this(names, order, figures, all, 0);
        }

        private String title(Figure figure) {
            return figure.title() + (seconds > 0 && figure.isAdditive() ? "/s" : "");
        }

        private String text(Figure figure, Figures of) {
            return seconds > 0 && figure.isAdditive()
                    ? FigureText.perSecond(figure, of, seconds)
                    : FigureText.of(figure, of);
        }

        private Figure shared() {
            return order.isAdditive() ? order : Figure.TIME;
        }

        private int flexible() {
            int flexible = 0;
            for (int i = 0; i < names.size(); i++) {
                flexible = names.get(i).gives ? i : flexible;
            }
            return flexible;
        }
    }

    private static final int WHOLE = 1_000;
    private static final String NONE = FigureText.UNKNOWN;

    private final Layout layout;
    private final List<Row> rows;

    private Listing(Layout layout, List<Row> rows) {
        this.layout = layout;
        this.rows = List.copyOf(rows);
    }

    /**
     * Returns a listing of the first {@code limit} named rows, the first {@code limit} rows of others, and one row for
     * the rest.
     *
     * @param filtered rows that are only added up, in a row with the label {@code filteredLabel}
     */
    public static Listing of(
            Layout layout, Collection<Row> rows, int limit, Collection<Row> filtered, String filteredLabel) {
        List<Row> shown = new ArrayList<>();
        List<Row> more = new ArrayList<>();
        int named = 0;
        int others = 0;
        for (Row row : sorted(layout.order, rows)) {
            boolean other = row.kind == Kind.USER_OTHERS || row.kind == Kind.GLOBAL_OTHERS;
            ((other ? ++others : ++named) <= limit ? shown : more).add(row);
        }
        if (!more.isEmpty()) {
            shown.add(Row.labelled(Kind.REST, "(" + FigureText.count(more.size()) + " more)", sum(more)));
        }
        if (!filtered.isEmpty()) {
            shown.add(Row.labelled(Kind.REST, filteredLabel, sum(filtered)));
        }
        return new Listing(layout, shown);
    }

    /** Returns a listing of the first {@code limit} rows, without filtered rows. */
    public static Listing of(Layout layout, Collection<Row> rows, int limit) {
        return of(layout, rows, limit, List.of(), "");
    }

    private static List<Row> sorted(Figure order, Collection<Row> rows) {
        List<Row> byTime = rows.stream()
                .sorted(Comparator.comparing((Row row) -> -row.own.nanos()).thenComparing(row -> row.names.toString()))
                .toList();
        return order.sorted(byTime, Row::figures).stream()
                .sorted(Comparator.comparing(Row::kind))
                .toList();
    }

    /**
     * Returns this listing with a text for each row, below it and in JSON; {@code text} returns an empty text if a row
     * has none.
     */
    public Listing withText(Function<Row, String> text) {
        List<Row> told = new ArrayList<>();
        for (Row row : rows) {
            String below = text.apply(row);
            Map<String, @Nullable Object> names = new LinkedHashMap<>(row.names);
            names.put("text", below.isEmpty() ? null : below);
            told.add(new Row(row.kind, names, row.label, below, row.own, row.figures));
        }
        return new Listing(layout, told);
    }

    private static Figures sum(Collection<Row> rows) {
        return rows.stream().map(Row::own).reduce(Figures.NONE, Figures::plus);
    }

    /** Returns the sum of all rows' own figures. */
    public Figures sum() {
        return sum(rows);
    }

    /** Returns the figure that orders the rows. */
    public Figure order() {
        return layout.order;
    }

    /** Returns the rows. */
    public List<Row> rows() {
        return rows;
    }

    private double shared(Row row) {
        return Math.max(0, layout.shared().rank(row.own));
    }

    /** Returns the sum of the values from which shares are computed; 0 if the values can't be added up. */
    private double total() {
        if (layout.shared() == Figure.RU && sum().isRuMixed()) {
            return 0;
        }
        double total = rows.stream().mapToDouble(this::shared).sum();
        return Double.isFinite(total) ? total : 0;
    }

    private @Nullable Double sharePercent(Row row) {
        double total = total();
        return total > 0 && row.own.get(layout.shared()) != null ? Double.valueOf(shared(row) / total * 100) : null;
    }

    /** Returns each row's share in tenths of a percent; the shares add up to 1,000, or are all 0. */
    private int[] tenths() {
        double total = total();
        if (!(total > 0)) {
            return new int[rows.size()];
        }
        double[] exact =
                rows.stream().mapToDouble(row -> shared(row) / total * WHOLE).toArray();
        int[] tenths = DoubleStream.of(exact).mapToInt(share -> (int) share).toArray();
        IntStream.range(0, tenths.length)
                .boxed()
                .sorted(Comparator.comparingDouble(row -> tenths[row] - exact[row]))
                .limit(WHOLE - IntStream.of(tenths).sum())
                .forEach(row -> tenths[row]++); // the rows that lost most by rounding down
        return tenths;
    }

    /** Returns the figures to show in text; the figure that orders the rows is first. */
    private List<Figure> columns() {
        List<Figure> columns = new ArrayList<>(List.of(layout.order));
        for (Figure figure : layout.figures) {
            boolean known = !figure.isOptional()
                    || rows.stream()
                            .anyMatch(row -> !FigureText.of(figure, row.figures).equals(NONE));
            if (figure != layout.order && known) {
                columns.add(figure);
            }
        }
        return columns;
    }

    /**
     * Returns the lines of a table for people: the titles, the rows, and the names of the columns that were left out.
     *
     * @param width the width of the terminal; {@link Integer#MAX_VALUE} for all columns, with the text of a row at
     *     its end instead of below
     */
    public List<String> text(int width) {
        boolean wide = width == Integer.MAX_VALUE && rows.stream().anyMatch(row -> !row.below.isEmpty());
        List<Figure> columns = columns();
        TextTable table = new TextTable(layout.flexible());
        layout.names.forEach(name -> table.left(name.title));
        for (Figure figure : columns) {
            table.right(layout.title(figure), figure == layout.order ? 0 : figure.room());
            if (figure == layout.order) {
                table.right(layout.order.isAdditive() ? "share" : "of time");
            }
        }
        if (wide) {
            table.left("statement");
        }
        int[] tenths = tenths();
        for (int i = 0; i < tenths.length; i++) {
            Row row = rows.get(i);
            List<String> cells = cells(row, columns, tenths[i]);
            if (wide) {
                cells.add(row.below);
            }
            table.row(cells, wide ? "" : row.below);
        }
        List<String> lines = new ArrayList<>(table.lines(width));
        if (!table.leftOut().isEmpty()) {
            lines.add("(no room for " + String.join(", ", table.leftOut()) + ": see --wide)");
        }
        return lines;
    }

    private List<String> cells(Row row, List<Figure> columns, int tenths) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < layout.names.size(); i++) {
            boolean labelled = !row.label.isEmpty() && i == layout.flexible();
            cells.add(labelled ? row.label : cell(row, layout.names.get(i)));
        }
        for (Figure figure : columns) {
            cells.add(layout.text(figure, row.figures));
            if (figure == layout.order) {
                cells.add(sharePercent(row) == null ? NONE : tenths / 10 + "." + tenths % 10 + " %");
            }
        }
        return cells;
    }

    private static String cell(Row row, Name name) {
        Object value = row.names.get(name.key);
        if (value instanceof Collection<?> list) {
            if (list.isEmpty()) {
                return "";
            }
            String first = String.valueOf(list.iterator().next());
            return (first.isEmpty() ? "\"\"" : first) + (list.size() == 1 ? "" : " +" + (list.size() - 1));
        } else if (value == null) {
            return row.label.isEmpty() ? NONE : "";
        }
        return name.key.equals("digest") ? Hex.shortened(value.toString()) : value.toString();
    }

    /** Returns the fields of each row for JSON. */
    public List<Map<String, @Nullable Object>> maps() {
        List<Map<String, @Nullable Object>> maps = new ArrayList<>();
        for (Row row : rows) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("kind", row.kind.name().toLowerCase(Locale.ROOT));
            map.putAll(row.names);
            map.putAll(row.figures.asMap(layout.all));
            map.put("sharePercent", sharePercent(row));
            maps.add(map);
        }
        return maps;
    }

    /**
     * Returns all figures of all rows as comma-separated values, the keys first. An unknown figure is {@code -}; a
     * figure that the row does not have is empty.
     */
    public static List<String> csv(List<Listing> tables) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        tables.forEach(table -> rows.addAll(table.maps()));
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        rows.forEach(keys::putAll);
        keys.keySet().removeAll(List.of("errorsByClass", "ruBySource"));
        List<String> lines = new ArrayList<>(List.of(csvLine(keys.keySet())));
        for (Map<String, @Nullable Object> row : rows) {
            List<String> cells = new ArrayList<>();
            keys.keySet().forEach(key -> cells.add(row.containsKey(key) ? csv(row.get(key)) : ""));
            lines.add(csvLine(cells));
        }
        return lines;
    }

    /** Returns a record of RFC 4180, with control characters escaped. */
    private static String csvLine(Collection<String> values) {
        List<String> cells = new ArrayList<>();
        for (String value : values) {
            String text = PrintableText.escape(value);
            boolean quoted = text.indexOf(',') >= 0 || text.indexOf('"') >= 0 || !text.equals(text.strip());
            cells.add(quoted ? '"' + text.replace("\"", "\"\"") + '"' : text);
        }
        return String.join(",", cells);
    }

    private static String csv(@Nullable Object value) {
        if (value instanceof Collection<?> list) {
            return String.join(" ", list.stream().map(String::valueOf).toList());
        }
        return value == null ? NONE : String.valueOf(value);
    }
}
