package dev.tollbooth.internal.memory;

/**
 * The memory of one part when the recorder last looked.
 *
 * @param part the part's name
 * @param trackedBytes by calculation
 * @param measuredBytes by sampling what is still referenced
 * @param leakSuspected whether entries that the part has dropped hold much more than is explained, and have outlived two collections of the old generation twice; before that they may just not be collected yet
 */
public record HeapProfile(String part, long trackedBytes, long measuredBytes, boolean leakSuspected) {

    /** Returns what is referenced but not tracked: it awaits collection, or something holds what the part let go of. */
    public long awaitingBytes() {
        return Math.max(0, measuredBytes - trackedBytes);
    }
}
