package dev.tollbooth.internal.advice;

import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The latencies of statements by time: what each had counted at some moments since the start, evenly spaced. Where there are
 * too many moments every second one is forgotten, so that they reach back to the start however long ago that is.
 *
 * <p>Not thread-safe.
 */
public final class LatencyMarks {

    static final int MOST = 16;

    /** @param counted by the numbers of statements */
    private record Mark(long epochMillis, Map<Integer, HistogramSnapshot> counted) {}

    private final List<Mark> marks = new ArrayList<>();
    private long start;
    private int looks;
    /** So many looks lie between two marks. */
    private int spacing = 1;

    /** Begins at {@code startMillis} without any. */
    public LatencyMarks(long startMillis) {
        this.start = startMillis;
    }

    /** Forgets everything: what is counted begins anew now. */
    public void clear(long nowMillis) {
        marks.clear();
        start = nowMillis;
        looks = 0;
        spacing = 1;
    }

    /** Remembers what each statement has counted by now; for calls in even intervals. */
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

    /** Returns the begin of the window nearest to the middle between start and now; now, where there is only one window. */
    public long middle(long nowMillis) {
        long middle = start + (nowMillis - start) / 2;
        long nearest = nowMillis;
        for (Mark each : marks) {
            nearest = Math.abs(each.epochMillis - middle) < Math.abs(nearest - middle) ? each.epochMillis : nearest;
        }
        return nearest;
    }

    /** Returns the latencies of a statement in each window, by its begin; {@code now} is what it has counted in all. */
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

    /** Returns how many buckets of latencies it holds. */
    public long buckets() {
        return marks.stream()
                .flatMap(each -> each.counted.values().stream())
                .mapToLong(each -> Math.max(0, each.lastBucket() - each.firstBucket() + 1))
                .sum();
    }
}
