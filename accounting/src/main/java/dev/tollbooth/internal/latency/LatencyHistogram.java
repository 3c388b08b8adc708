package dev.tollbooth.internal.latency;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Live counts of the {@link LatencyBuckets}, packed: only used chunks of 32 buckets take memory, 128 bytes each.
 *
 * <p>Implementation: {@code directory} has 4 bits for each of the 15 chunks: the chunk's place in {@code cells} plus
 * one, or 0 if the chunk has no memory. Cells are unsigned ints; counts above 2^32 carry over into {@code carries}.
 *
 * <p>Not thread-safe.
 */
public final class LatencyHistogram {

    private static final int CHUNK_SHIFT = 5;
    /** The number of buckets in a chunk, by which a histogram grows. */
    public static final int CHUNK = 1 << CHUNK_SHIFT;

    private static final int CHUNKS = (LatencyBuckets.COUNT + CHUNK - 1) >>> CHUNK_SHIFT;
    private static final int[] NO_CELLS = new int[0];

    private long directory;
    private int[] cells;
    private long @Nullable [] carries;

    /** Makes an empty histogram. */
    public LatencyHistogram() {
        cells = NO_CELLS;
    }

    /** Returns an empty histogram that has all of its memory; it allocates only if a bucket's count exceeds 2^32. */
    public static LatencyHistogram whole() {
        LatencyHistogram whole = new LatencyHistogram();
        whole.cells = new int[CHUNKS << CHUNK_SHIFT];
        return whole;
    }

    /** Counts one latency of {@code nanos} nanoseconds. Allocates only for the first latency of a chunk. */
    public void record(long nanos) {
        int bucket = LatencyBuckets.index(nanos);
        int place = place(bucket >>> CHUNK_SHIFT);
        if (place == 0) {
            place = addChunk(bucket >>> CHUNK_SHIFT);
        }
        if (++cells[cell(place, bucket)] == 0) {
            carry(bucket, 1);
        }
    }

    /**
     * Reserves the memory that {@link #record} of {@code nanos} needs. If memory is short, it throws before anything
     * changes.
     */
    void reserve(long nanos) {
        int chunk = LatencyBuckets.index(nanos) >>> CHUNK_SHIFT;
        if (place(chunk) == 0) {
            addChunk(chunk);
        }
    }

    /** Counts {@code more} latencies of {@code bucket}. */
    public void add(int bucket, long more) {
        int chunk = bucket >>> CHUNK_SHIFT;
        int place = place(chunk) == 0 ? addChunk(chunk) : place(chunk);
        int cell = cell(place, bucket);
        long sum = Integer.toUnsignedLong(cells[cell]) + more;
        if (sum >>> Integer.SIZE != 0) {
            carry(bucket, sum >>> Integer.SIZE);
        }
        cells[cell] = (int) sum;
    }

    /** Adds the counts of {@code other}. */
    public void add(LatencyHistogram other) {
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            int place = other.place(chunk);
            int end = end(chunk);
            for (int bucket = chunk << CHUNK_SHIFT; place != 0 && bucket < end; bucket++) {
                long more = other.count(place, bucket);
                if (more != 0) {
                    add(bucket, more);
                }
            }
        }
    }

    /** Copies {@code source} into this histogram, and reuses its memory if that is large enough. */
    public void copyFrom(LatencyHistogram source) {
        long sourceDirectory = source.directory;
        int[] sourceCells = source.cells;
        long[] sourceCarries = source.carries;
        int counted = sourceCells.length;
        if (cells.length < counted) {
            cells = new int[counted];
        }
        System.arraycopy(sourceCells, 0, cells, 0, counted);
        Arrays.fill(cells, counted, cells.length, 0);
        directory = sourceDirectory;
        carries = sourceCarries == null ? null : sourceCarries.clone();
    }

    /** Resets all counts, but keeps the memory. */
    public void clear() {
        directory = 0;
        Arrays.fill(cells, 0);
        carries = null;
    }

    /** Returns the current counts. */
    public HistogramSnapshot snapshot() {
        if (directory == 0) {
            return HistogramSnapshot.EMPTY;
        }
        int low = Long.numberOfTrailingZeros(directory) / 4;
        int high = (Long.SIZE - 1 - Long.numberOfLeadingZeros(directory)) / 4;
        int first = low << CHUNK_SHIFT;
        long[] counts = new long[end(high) - first];
        for (int chunk = low; chunk <= high; chunk++) {
            int place = place(chunk);
            int end = end(chunk);
            for (int bucket = chunk << CHUNK_SHIFT; place != 0 && bucket < end; bucket++) {
                counts[bucket - first] = count(place, bucket);
            }
        }
        return HistogramSnapshot.of(first, counts);
    }

    /** Returns the bytes of heap of the counts besides this object; safe to call while another thread writes. */
    public long countBytes(ObjectLayout layout) {
        int[] counted = cells;
        long[] carried = carries;
        return (counted.length == 0 ? 0 : layout.array(counted.length, Integer.BYTES))
                + (carried == null ? 0 : layout.array(carried.length, Long.BYTES));
    }

    private int place(int chunk) {
        return (int) (directory >>> (chunk << 2)) & 15;
    }

    private static int end(int chunk) {
        return Math.min((chunk + 1) << CHUNK_SHIFT, LatencyBuckets.COUNT);
    }

    private int cell(int place, int bucket) {
        return ((place - 1) << CHUNK_SHIFT) + (bucket & (CHUNK - 1));
    }

    private long count(int place, int bucket) {
        long[] carried = carries;
        long high = carried == null ? 0 : carried[bucket] << Integer.SIZE;
        return high + Integer.toUnsignedLong(cells[cell(place, bucket)]);
    }

    /** Adds a chunk and returns its place. If memory is short, it throws before anything changes. */
    private int addChunk(int chunk) {
        int place = 1;
        for (long rest = directory; rest != 0; rest >>>= 4) {
            place += (rest & 15) == 0 ? 0 : 1;
        }
        int needed = place << CHUNK_SHIFT;
        if (cells.length < needed) {
            cells = Arrays.copyOf(cells, needed);
        }
        directory |= (long) place << (chunk << 2);
        return place;
    }

    private void carry(int bucket, long high) {
        long[] carried = carries;
        if (carried == null) {
            carried = new long[LatencyBuckets.COUNT];
            carries = carried;
        }
        carried[bucket] += high;
    }
}
