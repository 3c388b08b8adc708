package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.HistogramSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * The figures of statements in one bucket of time.
 *
 * @param bucket its place in the grid
 * @param figures the figures
 * @param histogram the latencies; null if the page omits them
 */
public record SeriesPoint(
        int bucket, Figures figures, @Nullable HistogramSnapshot histogram) {

    SeriesPoint withoutHistogram() {
        return new SeriesPoint(bucket, figures, null);
    }

    /** Returns the number of latency buckets with a count. */
    int width() {
        HistogramSnapshot latencies = histogram;
        if (latencies == null) {
            return 0;
        }
        int used = 0;
        for (int i = latencies.firstBucket(); i <= latencies.lastBucket(); i++) {
            used += latencies.count(i) > 0 ? 1 : 0;
        }
        return used;
    }
}
