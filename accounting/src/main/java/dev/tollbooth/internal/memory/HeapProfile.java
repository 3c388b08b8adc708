package dev.tollbooth.internal.memory;

/**
 * The memory of one part at the recorder's last check.
 *
 * @param part the part's name
 * @param trackedBytes the calculated bytes
 * @param measuredBytes the estimated bytes of entries that are still referenced, by sampling
 * @param leakSuspected whether more dropped entries stayed referenced than known objects explain, over two collections
 *     of the old generation and then two more
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
