package dev.tollbooth.internal.topru;

import org.jspecify.annotations.Nullable;

/**
 * A sketch that estimates how much of each key was folded into others. So a key that returns is ranked by all its
 * request units, not only the request units since its last folding. No figure is ever taken from here.
 *
 * <p>A count-min sketch with conservative update (Estan and Varghese, 2002): never below the truth, 128 KiB whatever
 * the number of keys, and allocated with the first folded key. Not thread-safe.
 */
final class FoldedSketch {

    private static final int ROWS = 4;
    private static final int WIDTH_BITS = 13;
    private static final int WIDTH = 1 << WIDTH_BITS;

    private float @Nullable [] cells;

    /** Returns an estimate of the total that was folded from keys with this hash, never below the truth. */
    float estimate(int hash) {
        float[] counts = cells;
        if (counts == null) {
            return 0;
        }
        long mixed = mix(hash);
        float least = Float.MAX_VALUE;
        for (int row = 0; row < ROWS; row++) {
            least = Math.min(least, counts[index(mixed, row)]);
        }
        return least;
    }

    /** Raises the total that was folded from the key with this hash to at least {@code total}. */
    void raise(int hash, double total) {
        float[] counts = cells;
        if (counts == null) {
            counts = new float[ROWS * WIDTH];
            cells = counts;
        }
        float sum = (float) total;
        long mixed = mix(hash);
        for (int row = 0; row < ROWS; row++) {
            int index = index(mixed, row);
            if (counts[index] < sum) {
                counts[index] = sum;
            }
        }
    }

    private static int index(long mixed, int row) {
        return row * WIDTH + (int) (mixed >>> (row * WIDTH_BITS) & (WIDTH - 1));
    }

    private static long mix(int hash) {
        long mixed = hash * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xBF58476D1CE4E5B9L;
        return mixed ^ (mixed >>> 29);
    }

    long bytes() {
        return cells == null ? 0 : Float.BYTES * (long) ROWS * WIDTH;
    }
}
