package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.function.Consumer;

/** Draws a digest's latencies: time to the right, latency upwards, darker where there were more executions. */
public final class LatencyPicture {

    private static final int MAX_BANDS = 24;
    private static final int MAX_PERIODS = 12;
    private static final int LABELS = 24;
    private static final int PICOS_PER_NANO = 1_000;
    private static final String SHADES = "░▒▓█";

    private final LatencyHistory history;
    private final TimeText times;
    private final int width;

    private LatencyPicture(LatencyHistory history, TimeText times, int width) {
        this.history = history;
        this.times = times;
        this.width = width;
    }

    /**
     * Returns the picture and its figures; no line if the files have nothing of the digest.
     *
     * @param digest the begin of a digest in hex
     * @throws IllegalArgumentException if it is not hexadecimal, or begins several digests
     */
    public static List<String> lines(String digest, ReportFiles files, ZoneId zone, int width) {
        return lines(digest, files::forEachOnce, zone, width);
    }

    /** As {@link #lines(String, ReportFiles, ZoneId, int)}, of reports from elsewhere, each handed over once. */
    public static List<String> lines(String digest, Consumer<Consumer<Report>> reports, ZoneId zone, int width) {
        if (!digest.matches("[0-9a-fA-F]{1,64}")) {
            throw new IllegalArgumentException(
                    "not a digest: digest=" + digest + ", give its first hexadecimal digits, as tollbooth top shows");
        }
        LatencyHistory history = new LatencyHistory(digest.toLowerCase(Locale.ROOT));
        reports.accept(history::add);
        SortedMap<String, NavigableMap<Long, StatementSums>> found = history.byDigest();
        if (found.size() > 1) {
            throw new IllegalArgumentException("ambiguous digest: digest=" + digest + ", matches=" + found.size() + " ("
                    + String.join(", ", found.keySet().stream().limit(5).toList()) + "), give more digits");
        }
        List<String> lines = new ArrayList<>();
        found.forEach((whole, windows) ->
                lines.addAll(new LatencyPicture(history, new TimeText(zone), width).lines(whole, windows)));
        return lines;
    }

    private List<String> lines(String digest, NavigableMap<Long, StatementSums> windows) {
        List<Period> columns = Period.split(windows, history.widthSeconds(), Math.max(10, width - LABELS));
        HistogramSnapshot all = HistogramSnapshot.EMPTY;
        String summary = "";
        for (StatementSums window : windows.values()) {
            all = all.merge(window.histogram());
            summary = window.summary().isEmpty() ? summary : window.summary();
        }
        List<String> lines = new ArrayList<>();
        lines.add((summary.isEmpty() ? "" : PrintableText.escape(summary) + "  ") + digest);
        lines.add(times.range(windows.firstKey(), windows.lastKey() + history.widthSeconds()) + ", "
                + Figures.count(all.total()) + " executions, a column is "
                + columns.get(0).seconds() + " s");
        lines.add("");
        lines.addAll(bands(all, columns));
        lines.add("");
        lines.addAll(table(Period.split(windows, history.widthSeconds(), MAX_PERIODS), all));
        return lines;
    }

    private static List<String> bands(HistogramSnapshot all, List<Period> columns) {
        int buckets = all.lastBucket() - all.firstBucket() + 1;
        int height = Math.max(1, (buckets + MAX_BANDS - 1) / MAX_BANDS);
        List<String> lines = new ArrayList<>();
        long most = 1;
        for (int low = all.firstBucket(); low <= all.lastBucket(); low += height) {
            for (Period column : columns) {
                most = Math.max(most, count(column.histogram(), low, height));
            }
        }
        for (int low = all.firstBucket(); low <= all.lastBucket(); low += height) {
            StringBuilder cells = new StringBuilder();
            for (Period column : columns) {
                cells.append(shade(count(column.histogram(), low, height), most));
            }
            String label = Figures.time(LatencyBuckets.lowPicos(low) / PICOS_PER_NANO);
            String total = Figures.count(count(all, low, height));
            lines.add(0, " ".repeat(Math.max(0, 9 - label.length())) + label + " |" + cells + "| " + total);
        }
        return lines;
    }

    private static long count(HistogramSnapshot histogram, int low, int height) {
        long count = 0;
        for (int bucket = low; bucket < Math.min(low + height, LatencyBuckets.COUNT); bucket++) {
            count += histogram.count(bucket);
        }
        return count;
    }

    /** By the logarithm, so that a few slow executions are seen beside many fast ones. */
    private static char shade(long count, long most) {
        if (count == 0) {
            return ' ';
        }
        double share = most == 1 ? 1 : Math.log((double) count) / Math.log((double) most);
        return SHADES.charAt(Math.min(SHADES.length() - 1, (int) (share * SHADES.length())));
    }

    private List<String> table(List<Period> periods, HistogramSnapshot all) {
        TextTable table = new TextTable(0).left("from").right("count");
        for (Quantile quantile : Quantile.values()) {
            table.right(quantile.name());
        }
        for (Period period : periods) {
            table.row(cells(times.time(period.startSecond()), period.histogram()));
        }
        table.row(cells("all", all));
        return table.lines(width);
    }

    private static List<String> cells(String name, HistogramSnapshot histogram) {
        List<String> cells = new ArrayList<>(List.of(name, Figures.count(histogram.total())));
        for (Quantile quantile : Quantile.values()) {
            cells.add(histogram.total() == 0 ? "-" : Figures.time(histogram.quantileNanos(quantile)));
        }
        return cells;
    }
}
