package dev.tollbooth.spring.actuator;

import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One statement in one schema, with its histogram.
 *
 * @param instance the name of the instance
 * @param figures as in the list
 * @param firstSeen when its first execution ended
 * @param histogram buckets that are not empty, the fastest first
 */
record StatementDetail(
        String instance, Map<String, @Nullable Object> figures, Instant firstSeen, List<Bucket> histogram) {

    /**
     * Executions that took about as long.
     *
     * @param lowNanos no shorter than this
     * @param highNanos shorter than this; null: the bucket has no end
     * @param count how many
     */
    record Bucket(long lowNanos, @Nullable Long highNanos, long count) {}

    private static final long PICOS_PER_NANO = 1_000;

    static StatementDetail of(String instance, StatementSnapshot row) {
        HistogramSnapshot histogram = row.histogram();
        List<Bucket> buckets = new ArrayList<>();
        for (int i = histogram.firstBucket(); i >= 0 && i <= histogram.lastBucket(); i++) {
            if (histogram.count(i) > 0) {
                long high = HistogramSnapshot.highPicos(i);
                buckets.add(new Bucket(
                        HistogramSnapshot.lowPicos(i) / PICOS_PER_NANO,
                        high < 0 ? null : (Long) (high / PICOS_PER_NANO),
                        histogram.count(i)));
            }
        }
        return new StatementDetail(
                instance, StatementFigures.of(row), Instant.ofEpochMilli(row.firstSeenEpochMillis()), buckets);
    }
}
