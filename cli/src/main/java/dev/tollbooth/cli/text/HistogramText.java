package dev.tollbooth.cli.text;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.table.Decade;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A formatter of a histogram. The text has a line for each band of latencies, with a bar in proportion to its count.
 * The JSON has quantiles, and buckets or decades.
 */
public final class HistogramText {

    private static final List<Figure> FIGURES =
            List.of(Figure.MEASURED, Figure.P50, Figure.P95, Figure.P99, Figure.P999);

    private static final int MAX_BANDS = 24;
    private static final int BAR = 40;
    private static final int PICOS_PER_NANO = 1_000;
    private static final int LAST = 449;

    private HistogramText() {}

    /**
     * A band of successive buckets.
     *
     * @param first the first bucket
     * @param last the last bucket
     */
    public record Band(int first, int last) {

        /** Returns the number of executions in the band. */
        public long count(HistogramSnapshot histogram) {
            return histogram.cumulative(last) - (first == 0 ? 0 : histogram.cumulative(first - 1));
        }

        /** Returns the range of the band, such as {@code 1.00 ms to 1.05 ms}. */
        public String text() {
            String high = last == LAST ? "" : nanos(HistogramSnapshot.highPicos(last));
            if (first == 0) {
                return "below " + high;
            }
            String low = nanos(HistogramSnapshot.lowPicos(first));
            return high.isEmpty() ? low + " and above" : low + " to " + high;
        }

        private static String nanos(long picos) {
            return FigureText.time(picos / PICOS_PER_NANO);
        }
    }

    /** Returns at most 24 bands of equal height, from the first bucket with an execution to the last. */
    public static List<Band> bands(HistogramSnapshot histogram) {
        int buckets = histogram.lastBucket() - histogram.firstBucket() + 1;
        int height = Math.max(1, (buckets + MAX_BANDS - 1) / MAX_BANDS);
        List<Band> bands = new ArrayList<>();
        for (int low = histogram.firstBucket(); low <= histogram.lastBucket(); low += height) {
            bands.add(new Band(low, Math.min(low + height - 1, LAST)));
        }
        return bands;
    }

    /** Returns a title and a line for each band. */
    public static List<String> lines(HistogramSnapshot histogram) {
        return lines(histogram, bands(histogram));
    }

    /** Returns a title and a line for each decade, from the first with an execution to the last. */
    public static List<String> byDecade(HistogramSnapshot histogram) {
        List<Band> bands = new ArrayList<>();
        for (Decade decade : Decade.of(histogram)) {
            if (decade.lastBucket() >= histogram.firstBucket() && decade.firstBucket() <= histogram.lastBucket()) {
                bands.add(new Band(decade.firstBucket(), decade.lastBucket()));
            }
        }
        return lines(histogram, bands);
    }

    private static List<String> lines(HistogramSnapshot histogram, List<Band> bands) {
        TextTable table = new TextTable(TextTable.RIGID)
                .right("latency")
                .right("count")
                .right("share")
                .right("and below")
                .left("");
        long most = most(bands, List.of(histogram));
        for (Band band : bands) {
            long count = band.count(histogram);
            table.row(List.of(
                    band.text(),
                    FigureText.count(count),
                    FigureText.percent(count, histogram.total()),
                    FigureText.percent(histogram.cumulative(band.last), histogram.total()),
                    "█".repeat((int) ((count * BAR + most - 1) / most))));
        }
        return table.lines(Integer.MAX_VALUE);
    }

    /** Returns the most executions in a band of a histogram, at least 1. */
    public static long most(List<Band> bands, List<HistogramSnapshot> histograms) {
        return histograms.stream()
                .flatMapToLong(histogram -> bands.stream().mapToLong(band -> band.count(histogram)))
                .reduce(1, Math::max);
    }

    /** Returns the number of executions and their quantiles for JSON. Without executions, the quantiles are null. */
    public static Map<String, @Nullable Object> figures(HistogramSnapshot histogram) {
        return Figures.builder()
                .set(Figure.MEASURED, histogram.total())
                .histogram(histogram)
                .build()
                .asMap(FIGURES);
    }

    /** Returns the decades for JSON, each with its own count, and with the count of all executions up to its end. */
    public static List<Object> decades(HistogramSnapshot histogram) {
        List<Object> decades = new ArrayList<>();
        for (Decade decade : Decade.of(histogram)) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("lowNanos", decade.lowPicos() / PICOS_PER_NANO);
            map.put("highNanos", decade.highPicos() < 0 ? null : (Long) (decade.highPicos() / PICOS_PER_NANO));
            map.put("count", decade.count());
            map.put("countAndLower", decade.cumulative());
            decades.add(map);
        }
        return decades;
    }
}
