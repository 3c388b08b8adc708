package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.HistogramText;
import dev.tollbooth.cli.text.HistogramText.Band;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.cli.text.TimeText;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of a digest in each window. In the picture, time runs to the right, latency upwards, and darker cells
 * have more executions.
 *
 * @param digest the whole digest in hex
 * @param summary the statement's short text for people; empty if no report has one
 * @param windows the latencies by the start of their window, in seconds since 1970 UTC
 * @param widthSeconds the length of the shortest window in seconds
 */
public record LatencyHistory(String digest, String summary, NavigableMap<Long, Figures> windows, long widthSeconds) {

    private static final int MAX_PERIODS = 12;
    private static final int BAND_WIDTH = 20;
    private static final int LABELS = BAND_WIDTH + 14;
    private static final int TIME_WIDTH = 8;
    private static final String SHADES = "░▒▓█";

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
    private HistogramSnapshot all() {
        return sum(windows.values());
    }

    private static HistogramSnapshot sum(Collection<Figures> windows) {
        return windows.stream().map(Figures::histogram).reduce(HistogramSnapshot.EMPTY, HistogramSnapshot::merge);
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
                window.put("endSec", figures.orZero(Figure.LAST));
                window.putAll(HistogramText.figures(figures.histogram()));
                window.put("buckets", ModelJson.buckets(figures.histogram()));
                all.add(window);
            });
            json.put("windows", all);
        }
        return Json.line(json);
    }

    /**
     * Returns the picture over time, and quantiles by period.
     *
     * @param width the width of the terminal in characters
     */
    public List<String> lines(ZoneId zone, int width) {
        TimeText times = new TimeText(zone);
        HistogramSnapshot all = all();
        List<Period> columns = periods(Math.max(2 * TIME_WIDTH, width - LABELS));
        List<String> lines = head(times, ", a column is " + columns.get(0).seconds() + " s");
        lines.addAll(bands(all, columns));
        lines.add(axis(columns, times));
        lines.add("");
        lines.addAll(table(periods(MAX_PERIODS), all, times, width));
        return lines;
    }

    /** Returns a bar for each decade of the latencies in all windows. */
    public List<String> byDecade(ZoneId zone) {
        List<String> lines = head(new TimeText(zone), "");
        lines.addAll(HistogramText.byDecade(all()));
        return lines;
    }

    /** Returns at most {@code most} periods of equal length from the first window to the last, empty ones included. */
    private List<Period> periods(int most) {
        long first = windows.firstKey();
        long count = (windows.lastKey() - first) / widthSeconds + 1;
        long seconds = (count + most - 1) / most * widthSeconds;
        List<Period> periods = new ArrayList<>();
        for (long start = first; start <= windows.lastKey(); start += seconds) {
            Collection<Figures> within =
                    windows.subMap(start, true, start + seconds, false).values();
            periods.add(new Period(start, seconds, sum(within)));
        }
        return periods;
    }

    private List<String> head(TimeText times, String end) {
        long last = windows().lastKey() + widthSeconds();
        List<String> lines = new ArrayList<>();
        lines.add((summary.isEmpty() ? "" : PrintableText.escape(summary) + "  ") + digest());
        lines.add(
                times.range(windows().firstKey(), last) + ", " + FigureText.count(all().total()) + " executions" + end);
        lines.add("");
        return lines;
    }

    private static List<String> bands(HistogramSnapshot all, List<Period> columns) {
        List<Band> bands = HistogramText.bands(all);
        long most = HistogramText.most(
                bands, columns.stream().map(Period::histogram).toList());
        List<String> lines = new ArrayList<>();
        for (Band band : bands) {
            StringBuilder cells = new StringBuilder();
            columns.forEach(column -> cells.append(shade(band.count(column.histogram()), most)));
            String label = String.format(Locale.ROOT, "%" + BAND_WIDTH + "s", band.text());
            lines.add(0, label + " |" + cells + "| " + FigureText.count(band.count(all)));
        }
        return lines;
    }

    /** Returns the line with the times of the first column, of the middle if there is room, and of the end. */
    private static String axis(List<Period> columns, TimeText times) {
        StringBuilder axis = new StringBuilder(" ".repeat(BAND_WIDTH + 2));
        Period last = columns.get(columns.size() - 1);
        axis.append(times.time(columns.get(0).startSecond()));
        int middle = columns.size() / 2;
        if (middle > TIME_WIDTH + 1 && columns.size() - middle > 2 * TIME_WIDTH + 1) {
            axis.append(" ".repeat(middle - TIME_WIDTH))
                    .append(times.time(columns.get(middle).startSecond()));
        }
        int end = BAND_WIDTH + 2 + columns.size() - TIME_WIDTH;
        axis.append(" ".repeat(Math.max(2, end - axis.length())));
        return axis.append(times.time(last.startSecond() + last.seconds())).toString();
    }

    /**
     * Returns the shade of a cell by the logarithm of its count, so that a few slow executions are visible beside many
     * fast ones.
     */
    private static char shade(long count, long most) {
        if (count == 0) {
            return ' ';
        }
        double share = most == 1 ? 1 : Math.log((double) count) / Math.log((double) most);
        return SHADES.charAt(Math.min(SHADES.length() - 1, (int) (share * SHADES.length())));
    }

    private static List<String> table(List<Period> periods, HistogramSnapshot all, TimeText times, int width) {
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
        List<String> cells = new ArrayList<>(List.of(name, FigureText.count(histogram.total())));
        for (Quantile quantile : Quantile.values()) {
            cells.add(FigureText.quantile(histogram, quantile));
        }
        return cells;
    }

    /**
     * The latencies of some successive windows.
     *
     * @param startSecond the start, in seconds since 1970 UTC
     * @param seconds the length in seconds
     * @param histogram the latencies
     */
    private record Period(long startSecond, long seconds, HistogramSnapshot histogram) {}
}
