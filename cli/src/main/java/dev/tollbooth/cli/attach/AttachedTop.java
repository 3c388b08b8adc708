package dev.tollbooth.cli.attach;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.cli.text.Listing.Layout;
import dev.tollbooth.cli.text.Listing.Name;
import dev.tollbooth.cli.text.Listing.Row;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * The top statements of one running instance, since its start or in an interval.
 *
 * @param instance the name of the instance
 * @param table the statements
 * @param seconds the length of the interval; 0 for all time since the start or the last reset
 * @param running the running statements
 */
public record AttachedTop(String instance, Listing table, double seconds, List<CompositeData> running) {

    private static final String REPETITIONS = "repetitions";

    /** The orders with a row for each statement and origin. */
    public static final List<String> BY_ORIGIN = List.of("origin", REPETITIONS);

    /** The maximum number of rows that an MBean returns. */
    static final int MAX_ROWS = 200;

    /** Reads at most {@code limit} statements of the instance whose MBean {@code Statements} is {@code bean}. */
    public static AttachedTop read(RunningJvm jvm, ObjectName bean, Figure order, int limit)
            throws IOException, JMException {
        List<AttachedStatement> rows = rows(jvm, bean, order);
        Figures beyond = Figures.NONE;
        if (rows.size() == MAX_ROWS) {
            Figures shown = rows.stream().map(AttachedStatement::figures).reduce(Figures.NONE, Figures::plus);
            beyond = all(jvm, bean).minus(shown);
        }
        return of(jvm, bean, rows, beyond, layout(order, 0, rows), limit);
    }

    /** Reads at most {@code limit} statements with their origins; {@code order} is one of {@link #BY_ORIGIN}. */
    public static AttachedTop readOrigins(RunningJvm jvm, ObjectName bean, String order, int limit)
            throws IOException, JMException {
        boolean repetitions = order.equals(REPETITIONS);
        List<Row> rows = new ArrayList<>();
        for (CompositeData each : jvm.rows(bean, repetitions ? "Repetitions" : "Origins")) {
            Map<String, @Nullable Object> names = new LinkedHashMap<>();
            String origin = (String) each.get("origin");
            names.put("digest", each.get("digest"));
            names.put("summary", each.get("summary"));
            names.put("schema", each.get("schema"));
            names.put("origin", origin == null || origin.isEmpty() ? null : origin);
            Figures figures = AttachedStatement.figures(each);
            rows.add(new Row(Kind.ORIGIN, names, "", "", figures, figures));
        }
        List<Name> columns = List.of(
                new Name("digest", "digest", false),
                new Name("summary", "statement", true),
                new Name("origin", "origin", false));
        List<Figure> figures = repetitions
                ? List.of(Figure.REPEATED, Figure.TRANSACTIONS, Figure.MOST, Figure.TIME)
                : List.of(Figure.TIME, Figure.COUNT, Figure.ERRORS, Figure.ROWS_READ);
        Figure by = repetitions ? Figure.REPEATED : Figure.TIME;
        return new AttachedTop(
                Objects.requireNonNull(bean.getKeyProperty("instance")),
                Listing.of(new Layout(columns, by, figures, Figure.OF_ORIGINS), rows, limit),
                0,
                jvm.rows(RunningJvm.sibling(bean, "ActiveStatements"), "Running"));
    }

    static List<AttachedStatement> rows(RunningJvm jvm, ObjectName bean, Figure order) throws IOException, JMException {
        List<AttachedStatement> rows = new ArrayList<>();
        for (CompositeData row : RunningJvm.rows(jvm.call(bean, "top", order.word(), MAX_ROWS))) {
            rows.add(AttachedStatement.of(row));
        }
        return rows;
    }

    private static Figures all(RunningJvm jvm, ObjectName bean) throws IOException, JMException {
        for (CompositeData event : jvm.rows(bean, "Global")) {
            if (Objects.equals(event.get("EVENT_NAME"), "statement/jdbc")) {
                return AttachedStatement.figures(event);
            }
        }
        return Figures.NONE;
    }

    static AttachedTop of(
            RunningJvm jvm,
            ObjectName bean,
            List<AttachedStatement> statements,
            Figures beyond,
            Layout layout,
            int limit)
            throws IOException, JMException {
        Map<String, Map<String, Figures>> users = users(jvm, bean);
        List<Row> rows = new ArrayList<>();
        for (AttachedStatement each : statements) {
            rows.add(row(each, users.getOrDefault(each.key().digest(), Map.of())));
        }
        List<Row> rest = beyond == Figures.NONE ? List.of() : List.of(Row.labelled(Kind.REST, "", beyond));
        Layout shown = users.isEmpty() ? layout.without("users") : layout;
        Listing table = Listing.of(shown, rows, limit, rest, "(all others)");
        Map<String, String> texts = new HashMap<>();
        for (Row row : table.rows()) {
            String digest = String.valueOf(row.names().getOrDefault("digest", ""));
            texts.put(digest, digest.isEmpty() ? "" : (String) jvm.call(bean, "text", digest));
        }
        return new AttachedTop(
                Objects.requireNonNull(bean.getKeyProperty("instance")),
                table.withText(
                        row -> texts.getOrDefault(String.valueOf(row.names().get("digest")), "")),
                layout.seconds(),
                jvm.rows(RunningJvm.sibling(bean, "ActiveStatements"), "Running"));
    }

    private static Row row(AttachedStatement statement, Map<String, Figures> users) {
        String digest = statement.key().digest();
        List<Map.Entry<String, Figures>> sent = new ArrayList<>(users.entrySet());
        sent.sort(Map.Entry.<String, Figures>comparingByValue(
                        Comparator.comparingDouble(Figure.RU::rank).thenComparingLong(Figures::nanos))
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()));
        Map<String, @Nullable Object> names = new LinkedHashMap<>();
        names.put("schema", statement.key().schema());
        names.put("digest", digest);
        names.put("summary", statement.summary());
        names.put("users", sent.stream().map(Map.Entry::getKey).toList());
        Kind kind = digest.isEmpty() ? Kind.GLOBAL_OTHERS : Kind.STATEMENT;
        Figures figures = statement.figures();
        return new Row(kind, names, digest.isEmpty() ? "(other)" : "", "", figures, figures);
    }

    /** Returns the users of each statement in the last hour with their figures, by the statement's digest. */
    private static Map<String, Map<String, Figures>> users(RunningJvm jvm, ObjectName bean)
            throws IOException, JMException {
        Map<String, Map<String, Figures>> users = new HashMap<>();
        for (CompositeData row : jvm.rows(RunningJvm.sibling(bean, "TopRU"), "Top")) {
            if (Objects.equals(row.get("scope"), "statement")) {
                Figures spent = Figures.builder()
                        .set(Figure.TIME, (Long) row.get("execDuration"))
                        .ru((String) row.get("source"), (Double) row.get("ru"))
                        .build();
                users.computeIfAbsent((String) row.get("sqlDigest"), k -> new TreeMap<>())
                        .merge((String) row.get("user"), spent, Figures::plus);
            }
        }
        return users;
    }

    /** Returns the columns of the table, with schemas if several rows have the same digest. */
    static Layout layout(Figure order, double seconds, List<AttachedStatement> rows) {
        Set<String> digests = new HashSet<>();
        boolean schemas = !rows.stream().map(row -> row.key().digest()).allMatch(digests::add);
        List<Name> names =
                new ArrayList<>(List.of(new Name("digest", "digest", false), new Name("users", "users", false)));
        if (schemas) {
            names.add(new Name("schema", "schema", false));
        }
        boolean told = rows.stream()
                .map(row -> row.figures().ruSource())
                .anyMatch(source -> source != null && !source.equals(Figure.ESTIMATE));
        return new Layout(names, order, Figure.orders(told), Figure.OF_ROWS, seconds);
    }

    /** Returns all lines: the statements, and the running ones if there are any. */
    public List<String> lines(int width) {
        List<String> lines = new ArrayList<>(List.of(title()));
        if (table.rows().isEmpty() && seconds > 0) {
            lines.add("no execution has ended");
        } else {
            lines.addAll(table.text(width));
        }
        lines.addAll(RunningText.lines(running, width));
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

    /** Returns the content for JSON, by field name. */
    public Map<String, @Nullable Object> map() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("instance", instance);
        map.put("by", table.order().word());
        map.put("rows", table.maps());
        map.put("running", running.stream().map(OpenJson::map).toList());
        return map;
    }

    /** A converter of MBean table rows for JSON. */
    private static final class OpenJson {

        OpenJson() {}

        /** Returns the values of {@code row} by column name, with times in ISO 8601. */
        static Map<String, @Nullable Object> map(CompositeData row) {
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
