package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.HistogramText;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of a digest in each window.
 *
 * @param digest the whole digest in hex
 * @param summary the statement's short text for people; empty if no report has one
 * @param windows the latencies by the start of their window, in seconds since 1970 UTC
 * @param widthSeconds the length of the shortest window in seconds
 */
public record LatencyHistory(String digest, String summary, NavigableMap<Long, Figures> windows, long widthSeconds) {

    /**
     * Reads the latencies of one digest; returns null if the reports in {@code range} don't have it.
     *
     * @param digest the first digits of a digest in hex
     * @param reports the method that passes each report once to a consumer
     * @throws IllegalArgumentException if {@code digest} is not hexadecimal, or several digests begin with it
     */
    public static @Nullable LatencyHistory read(String digest, Consumer<Consumer<Report>> reports, TimeSpan range) {
        String prefix = Hex.prefix("digest", digest, "tollbooth top");
        ReportedStatements read = ReportedStatements.read(reports, range, prefix);
        NavigableMap<String, NavigableMap<Long, Figures>> found = read.byDigest();
        String whole = Hex.only(digest, found.navigableKeySet());
        return whole == null
                ? null
                : new LatencyHistory(
                        whole, read.summary(whole), found.firstEntry().getValue(), read.shortestSeconds());
    }

    /** Returns the latencies of all windows. */
    HistogramSnapshot all() {
        HistogramSnapshot all = HistogramSnapshot.EMPTY;
        for (Figures window : windows.values()) {
            all = all.merge(window.histogram());
        }
        return all;
    }

    /** Returns one line of JSON with all windows, or with the decades of their sum if {@code byDecade} is true. */
    public String json(boolean byDecade) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("digest", digest);
        json.put("summary", summary);
        json.putAll(HistogramText.figures(all()));
        if (byDecade) {
            json.put("decades", HistogramText.decades(all()));
        } else {
            List<Object> all = new ArrayList<>();
            windows.forEach((start, figures) -> {
                Map<String, @Nullable Object> window = new LinkedHashMap<>();
                window.put("startSec", start);
                window.put("endSec", (long) Figure.LAST.rank(figures));
                window.putAll(HistogramText.figures(figures.histogram()));
                window.put("buckets", HistogramText.buckets(figures.histogram()));
                all.add(window);
            });
            json.put("windows", all);
        }
        return Json.line(json);
    }
}
