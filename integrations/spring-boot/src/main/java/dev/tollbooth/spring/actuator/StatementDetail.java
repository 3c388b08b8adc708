package dev.tollbooth.spring.actuator;

import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One statement in one schema, with its histogram.
 *
 * @param instance the name of the instance
 * @param figures as in the list
 * @param firstSeen when its first execution ended
 * @param histogram buckets that are not empty, the fastest first
 */
record StatementDetail(String instance, StatementFigures figures, Instant firstSeen, List<Bucket> histogram) {

    /**
     * Executions that took about as long.
     *
     * @param fromMillis no shorter than this
     * @param toMillis shorter than this
     * @param count how many
     */
    record Bucket(double fromMillis, double toMillis, long count) {}

    private static final double HALF_PICOS_PER_MILLI = 5e8;

    static StatementDetail of(String instance, StatementSnapshot row) {
        HistogramSnapshot histogram = row.histogram();
        List<Bucket> buckets = new ArrayList<>();
        for (int i = histogram.firstBucket(); i >= 0 && i <= histogram.lastBucket(); i++) {
            if (histogram.count(i) > 0) {
                buckets.add(new Bucket(
                        millis(HistogramSnapshot.lowPicos(i)),
                        millis(HistogramSnapshot.highPicos(i)),
                        histogram.count(i)));
            }
        }
        return new StatementDetail(
                instance, StatementFigures.of(row), Instant.ofEpochMilli(row.firstSeenEpochMillis()), buckets);
    }

    private static double millis(long unsignedPicos) {
        return (unsignedPicos >>> 1) / HALF_PICOS_PER_MILLI;
    }
}
