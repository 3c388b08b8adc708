package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuTotals;

/** The request units of one key in one tier. Not thread-safe. */
final class RuRow extends RuTotals {

    RuKey key;

    /** The key's hash in the table's ranking. */
    int hash;

    /** The estimated total that was folded from this key before it came into the table. */
    float folded;

    RuRow(RuKey key, int hash, float folded) {
        this.key = key;
        this.hash = hash;
        this.folded = folded;
    }

    /** Clears this row for another key, and returns it. */
    RuRow reuse(RuKey other, int otherHash, float otherFolded) {
        clear();
        key = other;
        hash = otherHash;
        folded = otherFolded;
        return this;
    }
}
