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
 * @param figures the figures, as in the list
 * @param firstSeen the end of its first execution
 * @param histogram the non-empty buckets, the fastest first
 */
record StatementDetail(
        String instance, Map<String, @Nullable Object> figures, Instant firstSeen, List<Bucket> histogram) {

    /**
     * A bucket of latencies.
     *
     * @param lowNanos the lower bound, inclusive
     * @param highNanos the upper bound, exclusive; null for the last bucket
     * @param count the number of executions
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
