package dev.tollbooth.internal.advice;

import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A history of latencies: the histograms of all statements at evenly spaced moments since the start. At 16
 * moments, every second one is dropped, so the history never grows and still covers the whole time.
 *
 * <p>Not thread-safe.
 */
public final class LatencyMarks {

    static final int MOST = 16;

    /**
     * The histograms at one moment.
     *
     * @param counted the latencies since the start, by the number of the statement
     */
    private record Mark(long epochMillis, Map<Integer, HistogramSnapshot> counted) {}

    private final List<Mark> marks = new ArrayList<>();
    private long start;
    private int looks;
    /** The number of calls of {@link #look} from one mark to the next. */
    private int spacing = 1;

    /** Makes a history without marks that begins at {@code startMillis}. */
    public LatencyMarks(long startMillis) {
        this.start = startMillis;
    }

    /** Drops all marks, because counting begins again now. */
    public void clear(long nowMillis) {
        marks.clear();
        start = nowMillis;
        looks = 0;
        spacing = 1;
    }

    /**
     * Keeps the present latencies as a mark, if a mark is due. The caller calls this at even intervals.
     *
     * @param counted the latencies since the start, by the number of the statement
     */
    public void look(long nowMillis, Map<Integer, HistogramSnapshot> counted) {
        looks++;
        if (looks % spacing != 0) {
            return;
        }
        marks.add(new Mark(nowMillis, Map.copyOf(counted)));
        if (marks.size() >= MOST) {
            spacing *= 2;
            for (int first = 0; first < marks.size(); first++) {
                marks.remove(first);
            }
        }
    }

    /** Returns the start of the window that begins nearest to the middle of the time so far; now without a mark. */
    public long middle(long nowMillis) {
        long middle = start + (nowMillis - start) / 2;
        long nearest = nowMillis;
        for (Mark each : marks) {
            nearest = Math.abs(each.epochMillis - middle) < Math.abs(nearest - middle) ? each.epochMillis : nearest;
        }
        return nearest;
    }

    /**
     * Returns the latencies of a statement in each window, by the window's begin in epoch milliseconds.
     *
     * @param now the latencies of the statement since the start
     */
    public NavigableMap<Long, HistogramSnapshot> windows(int statement, HistogramSnapshot now) {
        NavigableMap<Long, HistogramSnapshot> windows = new TreeMap<>();
        HistogramSnapshot before = HistogramSnapshot.EMPTY;
        long begin = start;
        for (Mark each : marks) {
            HistogramSnapshot counted = each.counted.getOrDefault(statement, before);
            windows.put(begin, counted.minus(before));
            before = counted;
            begin = each.epochMillis;
        }
        windows.put(begin, now.minus(before));
        return windows;
    }

    /** Returns the number of latency buckets that the marks hold. */
    public long buckets() {
        return marks.stream()
                .flatMap(each -> each.counted.values().stream())
                .mapToLong(each -> Math.max(0, each.lastBucket() - each.firstBucket() + 1))
                .sum();
    }
}
