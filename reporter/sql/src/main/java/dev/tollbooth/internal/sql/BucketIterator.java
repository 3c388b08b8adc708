package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Walks over the 450 buckets of one histogram, adding up. Not thread-safe. */
final class BucketIterator implements Iterator<HistogramRow> {

    private final @Nullable String schema;
    private final @Nullable String digest;
    private final HistogramSnapshot histogram;
    private int bucket;
    private long cumulative;

    BucketIterator(@Nullable String schema, @Nullable String digest, HistogramSnapshot histogram) {
        this.schema = schema;
        this.digest = digest;
        this.histogram = histogram;
    }

    @Override
    public boolean hasNext() {
        return bucket < LatencyBuckets.COUNT;
    }

    @Override
    public HistogramRow next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        long count = histogram.count(bucket);
        cumulative += count;
        return new HistogramRow(schema, digest, bucket++, count, cumulative, histogram.total());
    }
}
