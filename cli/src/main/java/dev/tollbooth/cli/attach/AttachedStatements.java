package dev.tollbooth.cli.attach;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * The top statements of one instance at one moment.
 *
 * @param instance its name
 * @param order what they are ordered by
 * @param rows the most first, as the MBean {@code Statements} has them
 * @param total what all statements have of what is sorted; null where that does not add up or is not known
 * @param users who sent a statement in the last hour, by its digest, and for how many request units
 * @param texts normalized texts by digest
 * @param running what runs now
 */
public record AttachedStatements(
        String instance,
        String order,
        List<CompositeData> rows,
        @Nullable Double total,
        Map<String, Map<String, Double>> users,
        Map<String, String> texts,
        List<CompositeData> running) {

    private static final int MAX_ROWS = 200;

    /** Reads {@code limit} statements of the instance whose MBean {@code Statements} is {@code bean}. */
    public static AttachedStatements read(RunningJvm jvm, ObjectName bean, String order, int limit)
            throws IOException, JMException {
        List<CompositeData> rows = RunningJvm.rows(jvm.call(bean, "top", order, limit));
        Map<String, String> texts = new HashMap<>();
        for (CompositeData row : rows) {
            String digest = digest(row);
            if (!digest.isEmpty()) {
                texts.put(digest, text(jvm, bean, digest));
            }
        }
        return new AttachedStatements(
                bean.getKeyProperty("instance"),
                order,
                new ArrayList<>(rows),
                total(jvm, bean, order),
                users(jvm, bean),
                texts,
                running(jvm, bean));
    }

    /** Returns a digest's normalized text, empty where there is none. */
    static String text(RunningJvm jvm, ObjectName bean, String digest) throws IOException, JMException {
        return digest.isEmpty() ? "" : (String) jvm.call(bean, "text", digest);
    }

    static List<CompositeData> running(RunningJvm jvm, ObjectName bean) throws IOException, JMException {
        return jvm.rows(RunningJvm.sibling(bean, "ActiveStatements"), "Running");
    }

    /** Returns a row's digest, empty for the statements without room. */
    public static String digest(CompositeData row) {
        return (String) row.get("digest");
    }

    private static @Nullable Double total(RunningJvm jvm, ObjectName bean, String order)
            throws IOException, JMException {
        if (order.equals("ru") || order.equals("memory")) {
            return sumOfTop(jvm, bean, order);
        }
        for (CompositeData event : jvm.rows(bean, "Global")) {
            if (Objects.equals(event.get("EVENT_NAME"), "statement/jdbc")) {
                return sortedFigure(event, order);
            }
        }
        return null;
    }

    /** Returns what all rows have together; null where there may be more of them than an MBean shows. */
    private static @Nullable Double sumOfTop(RunningJvm jvm, ObjectName bean, String order)
            throws IOException, JMException {
        List<CompositeData> rows = RunningJvm.rows(jvm.call(bean, "top", order, MAX_ROWS));
        double sum = 0;
        for (CompositeData row : rows) {
            Double figure = sortedFigure(row, order);
            sum += figure == null ? 0 : figure;
        }
        return rows.size() < MAX_ROWS ? Double.valueOf(sum) : null;
    }

    /** Returns what a row, or all statements together, have of what is sorted, time where that does not add up. */
    static @Nullable Double sortedFigure(CompositeData row, String order) {
        return switch (order) {
            case "count" -> number(row, "COUNT_STAR");
            case "errors" -> number(row, "SUM_ERRORS");
            case "rows" -> rows(row);
            case "ru" -> number(row, "SUM_RU");
            case "memory" -> number(row, "SUM_CLIENT_BYTES");
            default -> number(row, "SUM_TIMER_WAIT");
        };
    }

    /** Returns the rows read and affected; null where there are none but those that drivers did not say. */
    static @Nullable Double rows(CompositeData row) {
        Double read = number(row, "SUM_ROWS_SENT");
        Double affected = number(row, "SUM_ROWS_AFFECTED");
        if (read == null || affected == null) {
            return read != null && read == 0 ? null : read;
        }
        return read + affected;
    }

    /** Returns a column's number; null where there is none. */
    public static @Nullable Double number(CompositeData row, String column) {
        Object value = RunningJvm.value(row, column);
        return value instanceof Number number ? Double.valueOf(number.doubleValue()) : null;
    }

    static Map<String, Map<String, Double>> users(RunningJvm jvm, ObjectName bean) throws IOException, JMException {
        Map<String, Map<String, Double>> users = new HashMap<>();
        for (CompositeData row : jvm.rows(RunningJvm.sibling(bean, "TopRU"), "Top")) {
            if (Objects.equals(row.get("scope"), "statement")) {
                Double ru = number(row, "ru");
                users.computeIfAbsent((String) row.get("sqlDigest"), k -> new TreeMap<>())
                        .merge((String) row.get("user"), ru == null ? 0 : ru, Double::sum);
            }
        }
        return users;
    }

    /** Returns the users of a statement, the one of most request units first. */
    public List<String> usersOf(String digest) {
        return usersOf(users, digest);
    }

    private static List<String> usersOf(Map<String, Map<String, Double>> users, String digest) {
        List<Map.Entry<String, Double>> sent =
                new ArrayList<>(users.getOrDefault(digest, Map.of()).entrySet());
        sent.sort(Map.Entry.<String, Double>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
        return sent.stream().map(Map.Entry::getKey).toList();
    }

    /** Returns the first of a statement's users, and how many more there are, for a column. */
    static String userColumn(Map<String, Map<String, Double>> users, String digest) {
        List<String> sent = usersOf(users, digest);
        if (sent.isEmpty()) {
            return "-";
        }
        String first = sent.get(0).isEmpty() ? "\"\"" : sent.get(0);
        return sent.size() == 1 ? first : first + " +" + (sent.size() - 1);
    }
}
