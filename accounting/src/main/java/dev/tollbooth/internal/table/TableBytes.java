package dev.tollbooth.internal.table;

/**
 * The bytes of heap of a statement table, each counted in one figure.
 *
 * @param rows rows, the maps that hold them, and what they count beside latencies
 * @param digests digests that no digest cache holds, with their texts
 * @param histograms latencies
 * @param samples query samples
 */
public record TableBytes(long rows, long digests, long histograms, long samples) {

    /** Nothing yet. */
    public static final TableBytes NONE = new TableBytes(0, 0, 0, 0);

    /** Returns the sum. */
    public long total() {
        return rows + digests + histograms + samples;
    }
}
