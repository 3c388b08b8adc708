package dev.tollbooth.internal.compare;

import dev.tollbooth.statement.HistogramSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is slower in the second half of a period than in the first, or has another plan there.
 *
 * @param before the first half
 * @param after the second half
 * @param isSlower whether {@link Comparison} finds the statement slower; if not, only its plan is new
 * @param newPlans the plans of the second half that the first half does not have
 * @param sinceEpochMillis the start of the first slower window; of the second half if no single window is slower
 */
public record Slowdown(
        MeasuredStatement before,
        MeasuredStatement after,
        boolean isSlower,
        Set<String> newPlans,
        long sinceEpochMillis) {

    private static final int MOST_WINDOWS = 60;

    /**
     * The latencies of one statement by time.
     *
     * @param windows the latencies of each window, by the start of the window in milliseconds since 1970 UTC
     * @param plans the statement's plans, with the time of their first execution in milliseconds since 1970 UTC
     */
    public record Timeline(NavigableMap<Long, HistogramSnapshot> windows, Map<String, Long> plans) {

        private MeasuredStatement side(NavigableMap<Long, HistogramSnapshot> half, long until) {
            Set<String> seen = new HashSet<>(plans.keySet());
            seen.removeIf(plan -> plans.getOrDefault(plan, 0L) >= until);
            List<HistogramSnapshot> few = few(List.copyOf(half.values()));
            long executions = few.stream().mapToLong(HistogramSnapshot::total).sum();
            return new MeasuredStatement(few, executions, 0, null, seen);
        }
    }

    /**
     * Returns the statements whose windows from {@code middle} on are slower than the earlier ones, or have a new plan.
     */
    public static <K> Map<K, Slowdown> of(Map<K, Timeline> statements, long middle) {
        Map<K, MeasuredStatement> before = new HashMap<>();
        Map<K, MeasuredStatement> after = new HashMap<>();
        statements.forEach((key, each) -> {
            before.put(key, each.side(each.windows.headMap(middle, false), middle));
            after.put(key, each.side(each.windows.tailMap(middle, true), Long.MAX_VALUE));
        });
        Map<K, Slowdown> found = new HashMap<>();
        for (StatementChange<K> change : Comparison.of(before, after)) {
            Timeline timeline = statements.get(change.key());
            Slowdown slowdown = timeline == null ? null : of(change, timeline, middle);
            if (slowdown != null) {
                found.put(change.key(), slowdown);
            }
        }
        return found;
    }

    private static @Nullable Slowdown of(StatementChange<?> change, Timeline timeline, long middle) {
        MeasuredStatement before = change.before();
        MeasuredStatement after = change.after();
        boolean slower = change.shift() == Shift.SLOWER;
        if (before == null || after == null || !(slower || !change.newPlans().isEmpty())) {
            return null;
        }
        HistogramSnapshot usual = before.histogram();
        long since = timeline.windows.tailMap(middle, true).entrySet().stream()
                .filter(each -> Comparison.moved(usual, each.getValue()) >= Comparison.MIN_BUCKETS)
                .findFirst()
                .map(Map.Entry::getKey)
                .orElse(middle);
        return new Slowdown(before, after, slower, change.newPlans(), since);
    }

    /** Returns 60 windows at most, by merging neighbours, because more windows say nothing more about their spread. */
    public static List<HistogramSnapshot> few(List<HistogramSnapshot> windows) {
        int together = (windows.size() + MOST_WINDOWS - 1) / MOST_WINDOWS;
        List<HistogramSnapshot> merged = new ArrayList<>();
        for (int i = 0; i < windows.size(); i++) {
            int last = merged.size() - 1;
            if (i % together == 0) {
                merged.add(windows.get(i));
            } else {
                merged.set(last, merged.get(last).merge(windows.get(i)));
            }
        }
        return merged;
    }

    /**
     * Returns the additional mean time of an execution in the second half, in nanoseconds; below 0 if it takes less.
     */
    public double moreNanos() {
        return meanNanos(after) - meanNanos(before);
    }

    private static double meanNanos(MeasuredStatement side) {
        HistogramSnapshot histogram = side.histogram();
        double picos = 0;
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            picos += histogram.count(bucket) * (double) HistogramSnapshot.lowPicos(bucket);
        }
        return histogram.total() == 0 ? 0 : picos / histogram.total() / 1e3;
    }
}
