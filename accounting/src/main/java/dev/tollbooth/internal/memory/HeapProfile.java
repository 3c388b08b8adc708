package dev.tollbooth.internal.memory;

/**
 * The memory of one part when the recorder last looked.
 *
 * @param part the part's name
 * @param trackedBytes by calculation
 * @param measuredBytes by sampling what is still referenced
 * @param leakSuspected whether much more than is explained is held by entries that the part has let go of and that have
 *     outlived two collections of the old generation, and was before the last two too: until then they may just not be
 *     collected yet
 */
public record HeapProfile(String part, long trackedBytes, long measuredBytes, boolean leakSuspected) {

    /** Returns what is referenced but not tracked: it awaits collection, or something holds what the part let go of. */
    public long awaitingBytes() {
        return Math.max(0, measuredBytes - trackedBytes);
    }
}
