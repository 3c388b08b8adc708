package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The figures of statements in each bucket of time.
 *
 * <p>Not thread-safe.
 */
final class BucketedTotals {

    private final TreeMap<Integer, Figures> buckets = new TreeMap<>();
    private final boolean withHistograms;

    /** Makes empty totals; {@code withHistograms} says whether {@link #points} have latencies. */
    BucketedTotals(boolean withHistograms) {
        this.withHistograms = withHistograms;
    }

    void add(int bucket, StatementRecord record) {
        add(bucket, RecordedFigures.of(record));
    }

    void add(int bucket, Figures figures) {
        buckets.merge(bucket, figures, Figures::plus);
    }

    /** Returns the buckets with figures, in order. */
    List<SeriesPoint> points() {
        List<SeriesPoint> points = new ArrayList<>(buckets.size());
        buckets.forEach((bucket, figures) ->
                points.add(new SeriesPoint(bucket, figures, withHistograms ? figures.histogram() : null)));
        return points;
    }
}
