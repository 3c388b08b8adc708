package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.FigureText;
import dev.tollbooth.cli.text.HistogramText;
import dev.tollbooth.cli.text.HistogramText.Band;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.cli.text.TimeText;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.function.Consumer;

/**
 * A picture of a digest's latencies as text: time runs to the right, latency upwards, and darker cells have more
 * executions.
 */
public final class LatencyPicture {

    private static final int MAX_PERIODS = 12;
    private static final int BAND_WIDTH = 20;
    private static final int LABELS = BAND_WIDTH + 14;
    private static final int TIME_WIDTH = 8;
    private static final String SHADES = "░▒▓█";

    private final LatencyHistory history;
    private final TimeText times;
    private final int width;

    /** Makes a picture in the zone's time, {@code width} characters wide. */
    public LatencyPicture(LatencyHistory history, ZoneId zone, int width) {
        this.history = history;
        this.times = new TimeText(zone);
        this.width = width;
    }

    /**
     * Returns the picture over time of the digest that begins with {@code digest}; no lines if no report has such a
     * digest.
     *
     * @param reports the method that passes each report once to a consumer
     */
    public static List<String> lines(String digest, Consumer<Consumer<Report>> reports, ZoneId zone, int width) {
        LatencyHistory history = LatencyHistory.read(digest, reports, TimeSpan.ALL);
        return history == null ? List.of() : new LatencyPicture(history, zone, width).lines();
    }

    /** Returns the picture over time, and quantiles by period. */
    public List<String> lines() {
        HistogramSnapshot all = history.all();
        List<Period> columns = periods(Math.max(2 * TIME_WIDTH, width - LABELS));
        List<String> lines = head(", a column is " + columns.get(0).seconds() + " s");
        lines.addAll(bands(all, columns));
        lines.add(axis(columns));
        lines.add("");
        lines.addAll(table(periods(MAX_PERIODS), all));
        return lines;
    }

    /** Returns a bar for each decade of the latencies in all windows. */
    public List<String> byDecade() {
        List<String> lines = head("");
        lines.addAll(HistogramText.byDecade(history.all()));
        return lines;
    }

    private List<Period> periods(int most) {
        return Period.split(history.windows(), history.widthSeconds(), most);
    }

    private List<String> head(String end) {
        String summary = history.summary();
        long last = history.windows().lastKey() + history.widthSeconds();
        List<String> lines = new ArrayList<>();
        lines.add((summary.isEmpty() ? "" : PrintableText.escape(summary) + "  ") + history.digest());
        lines.add(times.range(history.windows().firstKey(), last) + ", "
                + FigureText.count(history.all().total()) + " executions" + end);
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
            lines.add(0, right(band.text()) + " |" + cells + "| " + FigureText.count(band.count(all)));
        }
        return lines;
    }

    private static String right(String label) {
        return " ".repeat(Math.max(0, BAND_WIDTH - label.length())) + label;
    }

    /** Returns the line with the times of the first column, of the middle if there is room, and of the end. */
    private String axis(List<Period> columns) {
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
    private record Period(long startSecond, long seconds, HistogramSnapshot histogram) {

        /**
         * Returns at most {@code most} periods of equal length from the first window to the last, empty ones included.
         */
        static List<Period> split(NavigableMap<Long, Figures> windows, long widthSeconds, int most) {
            long first = windows.firstKey();
            long count = (windows.lastKey() - first) / widthSeconds + 1;
            long seconds = (count + most - 1) / most * widthSeconds;
            List<Period> periods = new ArrayList<>();
            for (long start = first; start <= windows.lastKey(); start += seconds) {
                HistogramSnapshot histogram = HistogramSnapshot.EMPTY;
                for (Figures window :
                        windows.subMap(start, true, start + seconds, false).values()) {
                    histogram = histogram.merge(window.histogram());
                }
                periods.add(new Period(start, seconds, histogram));
            }
            return periods;
        }
    }
}
