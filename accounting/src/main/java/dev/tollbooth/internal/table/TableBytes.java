package dev.tollbooth.internal.table;

/**
 * The bytes of heap of a statement table. Each byte counts in one figure only.
 *
 * @param rows rows, the maps that hold them, and their counters besides latencies
 * @param digests digests that no digest cache holds, with their texts
 * @param histograms latencies
 * @param samples query samples
 */
public record TableBytes(long rows, long digests, long histograms, long samples) {

    /** A result of 0 bytes. */
    public static final TableBytes NONE = new TableBytes(0, 0, 0, 0);

    TableBytes plusHistograms(long bytes) {
        return new TableBytes(rows, digests, histograms + bytes, samples);
    }

    /** Returns the sum of all parts. */
    public long total() {
        return rows + digests + histograms + samples;
    }
}
