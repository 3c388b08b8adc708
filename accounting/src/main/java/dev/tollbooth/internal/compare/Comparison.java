package dev.tollbooth.internal.compare;

import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of the statements of two periods, or of two builds.
 *
 * <p>A statement is slower if its P99 rose by {@value #MIN_BUCKETS} buckets (15 %) or more, both sides have at least
 * {@value #MIN_EXECUTIONS} executions, and {@link LatencyComparison} rules out chance. If nothing has changed, at most
 * one comparison in a hundred names a statement slower or faster: each of m statements is tested at 1 % / m.
 */
public final class Comparison {

    /** The fewest executions that each side of a compared statement must have. */
    public static final int MIN_EXECUTIONS = 100;
    /** The fewest buckets by which the P99 of a slower or faster statement has changed. */
    public static final int MIN_BUCKETS = 3;

    private static final double FALSE_ALARMS = 0.01;

    private Comparison() {}

    /**
     * Compares both sides and returns one change for each statement, in the order of {@code before} and then of {@code
     * after}.
     *
     * @param before the statements of one side by their keys
     * @param after the statements of the other side by their keys
     */
    public static <K> List<StatementChange<K>> of(Map<K, MeasuredStatement> before, Map<K, MeasuredStatement> after) {
        Set<K> keys = new LinkedHashSet<>(before.keySet());
        keys.addAll(after.keySet());
        long compared = keys.stream()
                .filter(key -> isCompared(before.get(key)) && isCompared(after.get(key)))
                .count();
        List<StatementChange<K>> changes = new ArrayList<>();
        for (K key : keys) {
            changes.add(change(key, before.get(key), after.get(key), FALSE_ALARMS / Math.max(1, compared)));
        }
        return changes;
    }

    private static boolean isCompared(@Nullable MeasuredStatement side) {
        return side != null && side.histogram().total() >= MIN_EXECUTIONS;
    }

    private static <K> StatementChange<K> change(
            K key, @Nullable MeasuredStatement before, @Nullable MeasuredStatement after, double falseAlarms) {
        if (before == null || after == null) {
            return new StatementChange<>(key, before == null ? Shift.NEW : Shift.GONE, before, after, 0, 1);
        }
        int moved = moved(before.histogram(), after.histogram());
        if (!isCompared(before) || !isCompared(after)) {
            return new StatementChange<>(key, Shift.TOO_FEW, before, after, moved, 1);
        }
        if (Math.abs(moved) < MIN_BUCKETS) {
            return new StatementChange<>(key, Shift.SAME, before, after, moved, 1);
        }
        boolean up = moved > 0;
        double chance = up
                ? LatencyComparison.chance(before.windows(), after.windows())
                : LatencyComparison.chance(after.windows(), before.windows());
        // one half of the false alarms is left to slower statements, the other to faster ones
        boolean explained = chance > falseAlarms / 2;
        Shift shift = explained ? Shift.SAME : up ? Shift.SLOWER : Shift.FASTER;
        return new StatementChange<>(key, shift, before, after, moved, chance);
    }

    /** Returns the number of buckets by which the P99 has risen; negative if it has fallen. */
    static int moved(HistogramSnapshot before, HistogramSnapshot after) {
        return p99Bucket(after) - p99Bucket(before);
    }

    /** Returns the bucket of the P99; -1 if there are no executions. */
    private static int p99Bucket(HistogramSnapshot histogram) {
        long rank = Quantile.P99.rank(histogram.total());
        long sum = 0;
        for (int bucket = histogram.firstBucket(); bucket <= histogram.lastBucket(); bucket++) {
            sum += histogram.count(bucket);
            if (sum >= rank) {
                return bucket;
            }
        }
        return -1;
    }
}
