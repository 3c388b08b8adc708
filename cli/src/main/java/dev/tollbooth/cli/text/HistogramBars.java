package dev.tollbooth.cli.text;

import dev.tollbooth.internal.table.Decade;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.List;

/** A formatter of a histogram as text: a line for each band of latencies, with a bar in proportion to its count. */
public final class HistogramBars {

    private static final int MAX_BANDS = 24;
    private static final int BAR = 40;
    private static final int PICOS_PER_NANO = 1_000;
    private static final int LAST = 449;

    private HistogramBars() {}

    /**
     * Returns a title and a line for each band of one or more buckets, from the first with an execution to the last.
     */
    public static List<String> lines(HistogramSnapshot histogram) {
        int buckets = histogram.lastBucket() - histogram.firstBucket() + 1;
        int height = Math.max(1, (buckets + MAX_BANDS - 1) / MAX_BANDS);
        List<long[]> bands = new ArrayList<>();
        for (int low = histogram.firstBucket(); low <= histogram.lastBucket(); low += height) {
            bands.add(new long[] {low, Math.min(low + height - 1, LAST)});
        }
        return lines(histogram, bands);
    }

    /** Returns a title and a line for each decade, from the first with an execution to the last. */
    public static List<String> byDecade(HistogramSnapshot histogram) {
        List<long[]> bands = new ArrayList<>();
        for (Decade decade : Decade.of(histogram)) {
            if (decade.lastBucket() >= histogram.firstBucket() && decade.firstBucket() <= histogram.lastBucket()) {
                bands.add(new long[] {decade.firstBucket(), decade.lastBucket()});
            }
        }
        return lines(histogram, bands);
    }

    private static List<String> lines(HistogramSnapshot histogram, List<long[]> bands) {
        TextTable table = new TextTable(TextTable.RIGID)
                .right("latency")
                .right("count")
                .right("share")
                .right("and below")
                .left("");
        long most = 1;
        for (long[] band : bands) {
            most = Math.max(most, count(histogram, band));
        }
        for (long[] band : bands) {
            long count = count(histogram, band);
            table.row(List.of(
                    range((int) band[0], (int) band[1]),
                    FigureText.count(count),
                    FigureText.percent(count, histogram.total()),
                    FigureText.percent(histogram.cumulative((int) band[1]), histogram.total()),
                    "█".repeat((int) ((count * BAR + most - 1) / most))));
        }
        return table.lines(Integer.MAX_VALUE);
    }

    private static long count(HistogramSnapshot histogram, long[] band) {
        return histogram.cumulative((int) band[1]) - (band[0] == 0 ? 0 : histogram.cumulative((int) band[0] - 1));
    }

    /** Returns the range of a band of buckets, such as {@code 1.00 ms to 1.05 ms}. */
    public static String range(int firstBucket, int lastBucket) {
        String high = lastBucket == LAST ? "" : nanos(HistogramSnapshot.highPicos(lastBucket));
        if (firstBucket == 0) {
            return "below " + high;
        }
        String low = nanos(HistogramSnapshot.lowPicos(firstBucket));
        return high.isEmpty() ? low + " and above" : low + " to " + high;
    }

    private static String nanos(long picos) {
        return FigureText.time(picos / PICOS_PER_NANO);
    }
}
