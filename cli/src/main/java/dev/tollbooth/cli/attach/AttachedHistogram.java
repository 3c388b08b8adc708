package dev.tollbooth.cli.attach;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.HistogramText;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of one digest in a running JVM, over all schemas and instances.
 *
 * @param digest the whole digest in hex
 * @param text the normalized text
 * @param histogram the latencies
 */
public record AttachedHistogram(String digest, String text, HistogramSnapshot histogram) {

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
        TreeMap<String, Set<Found>> found = find(jvm, beans, Hex.prefix("digest", prefix, "tollbooth attach PID top"));
        String digest = Hex.only(prefix, found.navigableKeySet());
        if (digest == null) {
            throw new IOException("no such digest among the top statements: digest=" + prefix
                    + "; tollbooth attach PID top shows digests");
        }
        HistogramSnapshot all = HistogramSnapshot.EMPTY;
        String text = "";
        for (Found each : found.firstEntry().getValue()) {
            Object buckets = jvm.call(each.bean, "histogram", each.schema, digest);
            all = all.merge(AttachedFigures.histogram(RunningJvm.rows(buckets)));
            text = (String) jvm.call(each.bean, "text", digest);
        }
        return new AttachedHistogram(digest, text, all);
    }

    private static TreeMap<String, Set<Found>> find(RunningJvm jvm, List<ObjectName> beans, String prefix)
            throws IOException, JMException {
        TreeMap<String, Set<Found>> found = new TreeMap<>();
        for (ObjectName bean : beans) {
            for (String order : ORDERS) {
                for (CompositeData row : RunningJvm.rows(jvm.call(bean, "top", order, RunningJvm.MAX_ROWS))) {
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

    /** Returns the quantiles, and a bar for each band of latencies or each decade. */
    public List<String> lines(boolean byDecade) {
        StringBuilder quantiles = new StringBuilder(FigureText.count(histogram.total())).append(" executions");
        for (Quantile quantile : Quantile.values()) {
            quantiles.append(", ").append(quantile).append(' ').append(FigureText.quantile(histogram, quantile));
        }
        List<String> lines = new ArrayList<>(List.of(digest, PrintableText.escape(text), quantiles.toString(), ""));
        lines.addAll(byDecade ? HistogramText.byDecade(histogram) : HistogramText.lines(histogram));
        return lines;
    }

    /** Returns one line of JSON with the quantiles, and all buckets or decades. */
    public String json(boolean byDecade) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("digest", digest);
        json.put("text", text);
        json.putAll(HistogramText.figures(histogram));
        if (byDecade) {
            json.put("decades", HistogramText.decades(histogram));
        } else {
            json.put("buckets", ModelJson.buckets(histogram));
        }
        return Json.line(json);
    }
}
