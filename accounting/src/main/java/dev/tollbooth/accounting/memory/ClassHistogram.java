package dev.tollbooth.accounting.memory;

import dev.tollbooth.accounting.text.Log;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * How many instances of each class the heap holds, counted by the JVM.
 *
 * <p>Thread-safe: immutable.
 */
public final class ClassHistogram {

    /**
     * One class.
     *
     * @param instances reachable instances
     * @param bytes their own bytes, without what they refer to
     */
    public record Row(long instances, long bytes) {}

    private static final Row NONE = new Row(0, 0);
    private static final Pattern LINE = Pattern.compile("^\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+)", Pattern.MULTILINE);

    private final Map<String, Row> rows;

    private ClassHistogram(Map<String, Row> rows) {
        this.rows = rows;
    }

    /**
     * Has the JVM count: all its threads stop for 0.4 to 2 seconds, longer with a large heap, and garbage is collected.
     *
     * @throws IllegalStateException if this JVM has no such command
     */
    public static ClassHistogram take() {
        Log.info("counting the heap's classes for the memory audit: the JVM stops for 0.4 to 2 seconds");
        try {
            Object text = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            return parse(String.valueOf(text));
        } catch (JMException | RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    "no class histogram: exception=" + e.getClass().getName()
                            + "; use a JVM with the module jdk.management and its DiagnosticCommand MBean",
                    e);
        }
    }

    static ClassHistogram parse(String text) {
        Map<String, Row> rows = new HashMap<>();
        Matcher line = LINE.matcher(text);
        while (line.find()) {
            Row row = new Row(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)));
            // of two loaders' classes of one name both count
            rows.merge(line.group(3), row, (a, b) -> new Row(a.instances + b.instances, a.bytes + b.bytes));
        }
        return new ClassHistogram(Map.copyOf(rows));
    }

    /** Returns the sum over all classes: what is reachable in the heap. */
    public Row total() {
        long instances = 0;
        long bytes = 0;
        for (Row row : rows.values()) {
            instances += row.instances;
            bytes += row.bytes;
        }
        return new Row(instances, bytes);
    }

    /** Returns the figures of the class {@code name}, as {@link Class#getName} gives it. */
    public Row of(String name) {
        return rows.getOrDefault(name, NONE);
    }
}
