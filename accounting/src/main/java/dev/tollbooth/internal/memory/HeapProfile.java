package dev.tollbooth.internal.memory;

/**
 * The memory of one part at the recorder's last look.
 *
 * @param part the part's name
 * @param trackedBytes the calculated bytes
 * @param measuredBytes the estimated bytes of entries that are still referenced, by sampling
 * @param leakSuspected whether dropped entries hold much more than is explained, after two collections of the old
 *     generation and again after two more
 */
public record HeapProfile(String part, long trackedBytes, long measuredBytes, boolean leakSuspected) {

    /**
     * Returns the bytes that are referenced but not tracked: they wait for a collection, or another object refers to
     * them.
     */
    public long awaitingBytes() {
        return Math.max(0, measuredBytes - trackedBytes);
    }
}
