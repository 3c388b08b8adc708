package dev.tollbooth.accounting.digest;

import dev.tollbooth.accounting.memory.ObjectLayout;

/**
 * Tells whether a hash was seen not long ago: one slot for each of the last hashes, the newer one stays.
 *
 * <p>Thread-safe by indifference: plain reads and writes of single ints, and a lost one costs a second miss.
 */
final class Doorkeeper {

    private final int[] recent;

    /** Makes one with a power of two of slots. */
    Doorkeeper(int slots) {
        recent = new int[Integer.highestOneBit(slots)];
    }

    /** Remembers the hash and returns whether it was there before. */
    boolean sawBefore(int hash) {
        int mixed = hash * 0x9E3779B1;
        int slot = mixed >>> 8 & recent.length - 1;
        int tag = mixed == 0 ? 1 : mixed;
        if (recent[slot] == tag) {
            return true;
        }
        recent[slot] = tag;
        return false;
    }

    long weight(ObjectLayout layout) {
        return layout.array(recent.length, Integer.BYTES);
    }
}
