package dev.tollbooth.cli.attach;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.cli.text.Listing.Layout;
import dev.tollbooth.cli.text.Listing.Name;
import dev.tollbooth.cli.text.Listing.Row;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the statements of one running instance, in one order. A watching reader's second and further readings
 * have the figures since the previous reading, as the instance computes them.
 *
 * <p>Not thread-safe.
 */
public final class AttachedStatements {

    private static final String REPETITIONS = "repetitions";

    /** The orders with a row for each statement and origin. */
    public static final List<String> BY_ORIGIN = List.of("origin", REPETITIONS);

    private final RunningJvm jvm;
    private final ObjectName bean;
    private final String order;
    private final int limit;
    private final @Nullable String watcher; // the name by which the instance knows this reader
    private boolean begun;
    private long readNanos;

    /**
     * Makes a reader of at most {@code limit} statements of the instance whose MBean {@code Statements} is {@code
     * bean}. Readings of {@link #BY_ORIGIN} always cover all time.
     */
    public AttachedStatements(RunningJvm jvm, ObjectName bean, String order, int limit, boolean watching) {
        this.jvm = jvm;
        this.bean = bean;
        this.order = order;
        this.limit = limit;
        this.watcher =
                watching && !BY_ORIGIN.contains(order) ? UUID.randomUUID().toString() : null;
    }

    /** Reads the statements; {@code nanoTime} is the time of this reading. */
    public Top read(long nanoTime) throws IOException, JMException {
        Figure figure = Figure.ofWord(order);
        if (figure == null) {
            return byOrigin();
        } else if (watcher != null && begun) {
            double seconds = (nanoTime - readNanos) / 1e9;
            readNanos = nanoTime;
            return top(figure, RunningJvm.rows(jvm.call(bean, "since", watcher)), seconds);
        } else if (watcher != null) {
            jvm.call(bean, "since", watcher);
            readNanos = nanoTime;
            begun = true;
        }
        return top(figure, RunningJvm.rows(jvm.call(bean, "top", figure.word(), RunningJvm.MAX_ROWS)), 0);
    }

    private Top byOrigin() throws IOException, JMException {
        boolean repetitions = order.equals(REPETITIONS);
        List<Row> rows = new ArrayList<>();
        for (CompositeData each : jvm.rows(bean, repetitions ? "Repetitions" : "Origins")) {
            Map<String, @Nullable Object> names = new LinkedHashMap<>();
            String origin = (String) each.get("origin");
            names.put("digest", each.get("digest"));
            names.put("summary", each.get("summary"));
            names.put("schema", each.get("schema"));
            names.put("origin", origin == null || origin.isEmpty() ? null : origin);
            Figures figures = AttachedFigures.of(each);
            rows.add(new Row(Kind.ORIGIN, names, "", "", figures, figures));
        }
        List<Name> columns = List.of(
                new Name("digest", "digest", false),
                new Name("summary", "statement", true),
                new Name("origin", "origin", false));
        List<Figure> figures = repetitions
                ? List.of(Figure.REPEATED, Figure.TRANSACTIONS, Figure.MOST_IN_TRANSACTION, Figure.TIME)
                : List.of(Figure.TIME, Figure.COUNT, Figure.ERRORS, Figure.ROWS_READ);
        Figure by = repetitions ? Figure.REPEATED : Figure.TIME;
        return shown(Listing.of(new Layout(columns, by, figures, Figure.OF_ORIGINS), rows, limit), 0);
    }

    private Top top(Figure by, List<CompositeData> statements, double seconds) throws IOException, JMException {
        Map<String, SortedMap<String, Figures>> users = users();
        List<Row> rows = new ArrayList<>();
        for (CompositeData each : statements) {
            rows.add(row(each, users.getOrDefault((String) each.get("digest"), Collections.emptySortedMap())));
        }
        List<Row> rest = List.of();
        if (seconds == 0 && rows.size() == RunningJvm.MAX_ROWS) {
            Figures shown = rows.stream().map(Row::figures).reduce(Figures.NONE, Figures::plus);
            rest = List.of(Row.labelled(Kind.REST, "", all().minus(shown)));
        }
        Layout layout = layout(by, seconds, rows, !users.isEmpty());
        Listing table = Listing.of(layout, rows, limit, rest, "(all others)");
        Map<String, String> texts = new HashMap<>();
        for (Row row : table.rows()) {
            String digest = String.valueOf(row.names().getOrDefault("digest", ""));
            texts.put(digest, digest.isEmpty() ? "" : (String) jvm.call(bean, "text", digest));
        }
        return shown(
                table.withText(
                        row -> texts.getOrDefault(String.valueOf(row.names().get("digest")), "")),
                seconds);
    }

    private Top shown(Listing table, double seconds) throws IOException, JMException {
        return new Top(
                Objects.requireNonNull(bean.getKeyProperty("instance")),
                table,
                seconds,
                jvm.rows(RunningJvm.sibling(bean, "ActiveStatements"), "Running"));
    }

    private Figures all() throws IOException, JMException {
        for (CompositeData event : jvm.rows(bean, "Global")) {
            if (Objects.equals(event.get("EVENT_NAME"), "statement/jdbc")) {
                return AttachedFigures.of(event);
            }
        }
        return Figures.NONE;
    }

    private static Row row(CompositeData statement, SortedMap<String, Figures> users) {
        String digest = (String) statement.get("digest");
        List<Map.Entry<String, Figures>> byTime = Figure.TIME.sorted(users.entrySet(), Map.Entry::getValue);
        List<Map.Entry<String, Figures>> sent = Figure.RU.sorted(byTime, Map.Entry::getValue);
        Map<String, @Nullable Object> names = new LinkedHashMap<>();
        names.put("schema", statement.get("schema"));
        names.put("digest", digest);
        names.put("summary", Objects.requireNonNullElse(statement.get("summary"), ""));
        names.put("users", sent.stream().map(Map.Entry::getKey).toList());
        Kind kind = digest.isEmpty() ? Kind.GLOBAL_OTHERS : Kind.STATEMENT;
        Figures figures = AttachedFigures.of(statement);
        return new Row(kind, names, digest.isEmpty() ? "(other)" : "", "", figures, figures);
    }

    /** Returns the users of each statement in the last hour with their figures, by the statement's digest. */
    private Map<String, SortedMap<String, Figures>> users() throws IOException, JMException {
        Map<String, SortedMap<String, Figures>> users = new HashMap<>();
        for (CompositeData row : jvm.rows(RunningJvm.sibling(bean, "TopRU"), "Top")) {
            if (Objects.equals(row.get("scope"), "statement")) {
                users.computeIfAbsent((String) row.get("sqlDigest"), k -> new TreeMap<>())
                        .merge((String) row.get("user"), AttachedFigures.ofUser(row), Figures::plus);
            }
        }
        return users;
    }

    /** Returns the columns of the table, with schemas if several rows have the same digest. */
    private static Layout layout(Figure by, double seconds, List<Row> rows, boolean users) {
        Set<Object> digests = new HashSet<>();
        boolean schemas = !rows.stream()
                .map(row -> Objects.requireNonNull(row.names().get("digest")))
                .allMatch(digests::add);
        List<Name> names = new ArrayList<>(List.of(new Name("digest", "digest", false)));
        if (users) {
            names.add(new Name("users", "users", false));
        }
        if (schemas) {
            names.add(new Name("schema", "schema", false));
        }
        boolean told = rows.stream()
                .map(row -> row.figures().ruSource())
                .anyMatch(source -> source != null && !source.equals(Figure.ESTIMATE));
        return new Layout(names, by, Figure.orders(told), Figure.OF_ROWS, seconds);
    }

    /** Returns the request units by user over the last hour; empty if the instance has collected none. */
    public static Listing users(RunningJvm jvm, ObjectName topRu) throws IOException, JMException {
        List<Row> rows = new ArrayList<>();
        for (CompositeData row : jvm.rows(topRu, "Users")) {
            Map<String, @Nullable Object> names = new LinkedHashMap<>();
            names.put("user", row.get("user"));
            names.put("database", row.get("keyspace"));
            names.put("source", row.get("source"));
            Figures figures = AttachedFigures.ofUser(row);
            rows.add(new Row(Kind.USER, names, "", "", figures, figures));
        }
        List<Name> columns = List.of(
                new Name("user", "user", true),
                new Name("database", "database", false),
                new Name("source", "source", false));
        List<Figure> figures = List.of(Figure.RU, Figure.COUNT, Figure.TIME);
        return Listing.of(new Layout(columns, Figure.RU, figures, figures), rows, rows.size());
    }

    /**
     * The top statements of one running instance, since its start or in an interval.
     *
     * @param instance the name of the instance
     * @param table the statements
     * @param seconds the length of the interval; 0 for all time since the start or the last reset
     * @param running the running statements
     */
    public record Top(String instance, Listing table, double seconds, List<CompositeData> running) {

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
            map.put("running", running.stream().map(Top::map).toList());
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
}
