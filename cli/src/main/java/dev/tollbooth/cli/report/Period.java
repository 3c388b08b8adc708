package dev.tollbooth.cli.report;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * The latencies of some successive windows.
 *
 * @param startSecond seconds since 1970 UTC
 * @param seconds the length
 */
record Period(long startSecond, long seconds, HistogramSnapshot histogram) {

    /** Returns at most {@code most} periods of equal length from the first window to the last, empty ones included. */
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
