package dev.tollbooth.internal.time;

/**
 * The 450 latency buckets of MySQL's performance_schema (WL#5384): 50 per power of ten, from 10 microseconds on.
 *
 * <p>Bounds are in picoseconds and equal the server's bit by bit, because they come from the same repeated
 * multiplication: {@code t[0] = 0; double c = 1e7; for i in 1..449 { t[i] = (long) c; c *= 1.0471285480508996; }}.
 * Bucket i counts latencies in {@code [t[i], t[i+1])}; bucket 449 takes everything from 9,120.1 s on, and its high
 * bound is 2^64-1, so high bounds are unsigned.
 *
 * <p>Thread-safe: constants only.
 */
public final class LatencyBuckets {

    /** The number of buckets. */
    public static final int COUNT = 450;

    private static final double GROWTH = 1.0471285480508996;
    private static final long UNBOUNDED = -1;
    private static final long PICOS_PER_NANO = 1_000;

    private static final long[] LOW_PICOS = lowPicosOfAll();

    private static final long SECOND_LOW_NANOS = lowNanos(1);
    private static final long LAST_LOW_NANOS = lowNanos(COUNT - 1);

    /**
     * The number of bits after a latency's highest 1 bit. These bits and the latency's bit length select a cell of the
     * lookup table. A cell spans at most 3.2 %, a bucket 4.7 %, so at most one bound lies within a cell.
     */
    private static final int CELL_BITS = 5;

    private static final int CELLS_PER_LENGTH = 1 << CELL_BITS;
    private static final int SHORTEST = 14;
    private static final int LONGEST = 44;
    private static final int BUCKET_BITS = 9;
    /** For each cell, its first bucket in the lowest bits, and above them the bucket's end in nanoseconds. */
    private static final long[] CELLS = cells();

    private LatencyBuckets() {}

    /**
     * Returns the bucket of a latency of {@code nanos} nanoseconds.
     *
     * @param nanos the latency; below 0 (a clock that went back) counts as 0; there is no upper limit
     * @return 0 to 449
     */
    public static int index(long nanos) {
        if (nanos < SECOND_LOW_NANOS) {
            return 0;
        }
        if (nanos >= LAST_LOW_NANOS) {
            return COUNT - 1;
        }
        int length = Long.SIZE - Long.numberOfLeadingZeros(nanos);
        int mantissa = (int) (nanos >>> (length - 1 - CELL_BITS)) & (CELLS_PER_LENGTH - 1);
        long cell = CELLS[(length - SHORTEST) * CELLS_PER_LENGTH + mantissa];
        int first = (int) cell & ((1 << BUCKET_BITS) - 1);
        // one more if the latency reaches the next bound, without a branch
        return first + (int) (((cell >>> BUCKET_BITS) - 1 - nanos) >>> (Long.SIZE - 1));
    }

    /** Returns the lower bound of {@code bucket} in picoseconds, inclusive. */
    public static long lowPicos(int bucket) {
        if (bucket < 0 || bucket >= COUNT) {
            throw new IndexOutOfBoundsException("no such latency bucket: bucket=" + bucket + ", use 0 to 449");
        }
        return LOW_PICOS[bucket];
    }

    /** Returns the upper bound of {@code bucket} in picoseconds, exclusive and unsigned: 2^64-1 for the last one. */
    public static long highPicos(int bucket) {
        return bucket == COUNT - 1 ? UNBOUNDED : lowPicos(bucket + 1);
    }

    private static long[] lowPicosOfAll() {
        long[] bounds = new long[COUNT];
        double bound = 1e7;
        for (int i = 1; i < COUNT; i++) {
            bounds[i] = (long) bound;
            bound *= GROWTH;
        }
        return bounds;
    }

    /** Returns the least whole nanosecond in {@code bucket}. */
    private static long lowNanos(int bucket) {
        return Math.floorDiv(LOW_PICOS[bucket] + PICOS_PER_NANO - 1, PICOS_PER_NANO);
    }

    private static long[] cells() {
        long[] cells = new long[(LONGEST - SHORTEST + 1) * CELLS_PER_LENGTH];
        int bucket = 0;
        for (int cell = 0; cell < cells.length; cell++) {
            int length = SHORTEST + cell / CELLS_PER_LENGTH;
            long lowest = (long) (CELLS_PER_LENGTH + cell % CELLS_PER_LENGTH) << (length - 1 - CELL_BITS);
            while (bucket < COUNT - 2 && lowNanos(bucket + 1) <= lowest) {
                bucket++;
            }
            cells[cell] = lowNanos(bucket + 1) << BUCKET_BITS | bucket;
        }
        return cells;
    }
}
