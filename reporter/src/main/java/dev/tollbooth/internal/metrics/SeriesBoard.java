package dev.tollbooth.internal.metrics;

import dev.tollbooth.internal.trace.Exemplar;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A bounded set of series. Each of the top N keys has a series of its own. All other keys share one series, and keys
 * that lost their own series share another one.
 *
 * <p>The sum over all series is exact. No series decreases or jumps. The series of all others keeps the counts of a key
 * from the time before the key got its own series. It also gets the key's counts after that series is gone. When a key
 * loses its series, the counts so far move to the series of keys that have left. That series then gets a new value of
 * {@link MetricAttribute#LEFT}, so a backend sees a new series, not a jump of an old one. The last N keys that left are
 * remembered: a key that returns continues from its last value. Other keys begin with a new start time.
 *
 * <p>Keys are ranked by their growth per second over about ten minutes. A key replaces another one only if its rank is
 * more than twice as high. Keys are replaced at most once in five minutes.
 *
 * <p>Not thread-safe.
 *
 * @param <K> the type of a key
 */
final class SeriesBoard<K> {

    private static final double MEMORY_NANOS = 600e9;
    static final long EXCHANGE_NANOS = 300_000_000_000L;
    private static final double TO_REPLACE = 2;
    /** The measured bytes of a series with its attributes and its place in a map, without its counts. */
    private static final long BYTES_EACH = 800;

    private static final Comparator<Series> FRESHEST_FIRST =
            Comparator.comparingDouble((Series series) -> series.fresh).reversed();

    private final int limit;
    private final Function<K, Map<String, String>> attributes;
    private final Map<K, Series> own = new HashMap<>();
    private final Map<K, Series> left = new LinkedHashMap<>();
    private final Series others;
    private final SeriesFigures forgotten = new SeriesFigures();
    private final long beganEpochMillis;
    private int leavings;
    private long lastReadNanos;
    private long lastReadEpochMillis;
    private long lastExchangeNanos;
    // of the current read
    private Map<K, Series> candidates = new HashMap<>();

    /**
     * Makes a board that counts from now on.
     *
     * @param attributes returns the attributes of a key's series
     * @param beganNanos the start of counting, in nanoseconds of the ticker
     * @param beganEpochMillis the start of counting, milliseconds since 1970 UTC
     */
    SeriesBoard(int limit, Function<K, Map<String, String>> attributes, long beganNanos, long beganEpochMillis) {
        this.limit = limit;
        this.attributes = attributes;
        this.beganEpochMillis = beganEpochMillis;
        this.others = new Series(Map.of(MetricAttribute.OVERFLOW, "true"), beganEpochMillis);
        this.lastReadNanos = beganNanos;
        this.lastReadEpochMillis = beganEpochMillis;
        this.lastExchangeNanos = beganNanos;
    }

    /** Returns the series that counts {@code key} until {@link #rank}. For null, returns the series of all others. */
    Series at(@Nullable K key) {
        if (key == null) {
            return others;
        }
        Series known = own.get(key);
        if (known != null) {
            return known;
        }
        if (candidates.size() >= 2 * limit && !candidates.containsKey(key)) {
            cutCandidates();
        }
        return candidates.computeIfAbsent(key, k -> new Series(attributes.apply(k), lastReadEpochMillis));
    }

    /**
     * Keeps the {@code limit} top candidates, because no more can get a series. The counts of the rest move to the
     * series of all others.
     */
    private void cutCandidates() {
        List<Map.Entry<K, Series>> ranked = new ArrayList<>(candidates.entrySet());
        ranked.sort(Map.Entry.comparingByValue(FRESHEST_FIRST));
        candidates = new HashMap<>();
        for (Map.Entry<K, Series> entry : ranked) {
            if (candidates.size() < limit) {
                candidates.put(entry.getKey(), entry.getValue());
            } else {
                others.figures.add(entry.getValue().figures);
            }
        }
    }

    /** Ends a read, and decides which keys have a series. */
    void rank(long nowNanos, long nowEpochMillis) {
        double seconds = Math.max(1e-3, (nowNanos - lastReadNanos) / 1e9);
        double weight = -Math.expm1(-(nowNanos - lastReadNanos) / MEMORY_NANOS);
        lastReadNanos = nowNanos;
        lastReadEpochMillis = nowEpochMillis;
        for (Series series : own.values()) {
            series.pace += weight * (series.fresh / seconds - series.pace);
            series.fresh = 0;
        }
        others.fresh = 0;
        place(seconds, nowNanos);
    }

    private void place(double seconds, long nowNanos) {
        boolean mayExchange = own.size() >= limit && nowNanos - lastExchangeNanos >= EXCHANGE_NANOS;
        List<Map.Entry<K, Series>> ranked = new ArrayList<>(candidates.entrySet());
        ranked.sort(Map.Entry.comparingByValue(FRESHEST_FIRST));
        candidates = new HashMap<>();
        List<Map.Entry<K, Series>> weakest = mayExchange ? weakestFirst(ranked.size()) : List.of();
        int leaving = 0;
        for (Map.Entry<K, Series> entry : ranked) {
            Series series = entry.getValue();
            series.pace = series.fresh / seconds;
            series.fresh = 0;
            if (own.size() < limit) {
                admit(entry.getKey(), series);
            } else if (leaving < weakest.size()
                    && series.pace > TO_REPLACE * weakest.get(leaving).getValue().pace) {
                leave(weakest.get(leaving++));
                admit(entry.getKey(), series);
            } else {
                others.figures.add(series.figures);
            }
        }
        if (leaving > 0) {
            leavings++;
            lastExchangeNanos = nowNanos;
            forgetOldest();
        }
    }

    private List<Map.Entry<K, Series>> weakestFirst(int most) {
        return own.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.comparingDouble(series -> series.pace)))
                .limit(most)
                .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                .toList();
    }

    private void admit(K key, Series series) {
        Series before = left.remove(key);
        if (before == null) {
            own.put(key, series);
        } else {
            before.figures.add(series.figures);
            before.pace = series.pace;
            own.put(key, before);
        }
    }

    private void leave(Map.Entry<K, Series> entry) {
        own.remove(entry.getKey());
        left.put(entry.getKey(), entry.getValue());
    }

    private void forgetOldest() {
        var oldest = left.values().iterator();
        while (left.size() > limit) {
            forgotten.add(oldest.next().figures);
            oldest.remove();
        }
    }

    /** Replaces all exemplars. Assigns each exemplar to the series of its key, or to the series of all others. */
    void exemplars(List<Exemplar> all, Function<Exemplar, K> key) {
        own.values().forEach(Series::clearExemplars);
        others.clearExemplars();
        for (Exemplar exemplar : all) {
            own.getOrDefault(key.apply(exemplar), others).add(exemplar);
        }
    }

    /**
     * Returns all series: those of keys in no order, then the one of all others. The one of keys that have left is
     * last, if there are such keys.
     */
    List<Series> all() {
        List<Series> result = new ArrayList<>(own.values());
        result.add(others);
        if (leavings > 0) {
            Series gone = new Series(
                    Map.of(MetricAttribute.OVERFLOW, "true", MetricAttribute.LEFT, Integer.toString(leavings)),
                    beganEpochMillis);
            gone.figures.add(forgotten);
            left.values().forEach(series -> gone.figures.add(series.figures));
            result.add(gone);
        }
        return result;
    }

    /** Returns the approximate bytes of heap of the series. */
    long bytes() {
        long bytes = 2 * BYTES_EACH;
        for (Map<K, Series> series : List.of(own, left, candidates)) {
            for (Series each : series.values()) {
                bytes += BYTES_EACH + each.figures.bytes();
            }
        }
        return bytes;
    }
}
