package dev.tollbooth.cli.attach;

import dev.tollbooth.statement.HistogramSnapshot;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * The latencies of one digest in a running JVM, over all schemas and instances.
 *
 * @param digest the whole digest in hex
 * @param text the normalized text
 * @param histogram the latencies
 */
public record AttachedHistogram(String digest, String text, HistogramSnapshot histogram) {

    private static final int MAX_ROWS = 200;
    private static final int SHOWN = 5;

    /** The orders whose top rows are searched for the digest. */
    private static final List<String> ORDERS = List.of("time", "count", "p99", "errors", "rows");

    /** A row of the statement table. */
    private record Found(ObjectName bean, String schema) {}

    /**
     * Reads the histogram of the digest that begins with {@code prefix}, among the top 200 rows of each order.
     *
     * @throws IOException if no row has such a digest
     * @throws IllegalArgumentException if {@code prefix} is not hexadecimal, or begins several digests
     */
    public static AttachedHistogram read(RunningJvm jvm, List<ObjectName> beans, String prefix)
            throws IOException, JMException {
        if (!prefix.matches("[0-9a-fA-F]{1,64}")) {
            throw new IllegalArgumentException("not a digest: digest=" + prefix
                    + ", give its first hexadecimal digits, as tollbooth attach PID top shows");
        }
        TreeMap<String, Set<Found>> found = find(jvm, beans, prefix.toLowerCase(Locale.ROOT));
        if (found.isEmpty()) {
            throw new IOException("no such digest among the top statements: digest=" + prefix
                    + "; tollbooth attach PID top shows digests");
        } else if (found.size() > 1) {
            throw new IllegalArgumentException("ambiguous digest: digest=" + prefix + ", matches=" + found.size() + " ("
                    + String.join(", ", found.keySet().stream().limit(SHOWN).toList()) + "), give more digits");
        }
        String digest = found.firstKey();
        HistogramSnapshot all = HistogramSnapshot.EMPTY;
        String text = "";
        for (Found each : found.firstEntry().getValue()) {
            all = all.merge(histogram(RunningJvm.rows(jvm.call(each.bean, "histogram", each.schema, digest))));
            text = (String) jvm.call(each.bean, "text", digest);
        }
        return new AttachedHistogram(digest, text, all);
    }

    private static TreeMap<String, Set<Found>> find(RunningJvm jvm, List<ObjectName> beans, String prefix)
            throws IOException, JMException {
        TreeMap<String, Set<Found>> found = new TreeMap<>();
        for (ObjectName bean : beans) {
            for (String order : ORDERS) {
                for (CompositeData row : RunningJvm.rows(jvm.call(bean, "top", order, MAX_ROWS))) {
                    String digest = (String) row.get("digest");
                    if (!digest.isEmpty() && digest.startsWith(prefix)) {
                        found.computeIfAbsent(digest, k -> new LinkedHashSet<>())
                                .add(new Found(bean, (String) row.get("schema")));
                    }
                }
            }
        }
        return found;
    }

    /** Converts the MBean's table of buckets to a histogram. */
    static HistogramSnapshot histogram(List<CompositeData> buckets) {
        long[] counts = new long[buckets.size()];
        for (CompositeData bucket : buckets) {
            counts[(Integer) bucket.get("BUCKET_NUMBER")] = (Long) bucket.get("COUNT_BUCKET");
        }
        return HistogramSnapshot.of(0, counts);
    }
}
