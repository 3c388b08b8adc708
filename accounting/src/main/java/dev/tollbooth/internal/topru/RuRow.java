package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuTotals;

/** The request units of one key in one tier. Not thread-safe. */
final class RuRow extends RuTotals {

    RuKey key;

    /** The key's hash by the table's ranking. */
    int hash;

    /** About how much was folded of this key before it came into the table, by the table's ranking. */
    float folded;

    RuRow(RuKey key, int hash, float folded) {
        this.key = key;
        this.hash = hash;
        this.folded = folded;
    }

    /** Makes this the row of another key that has spent nothing yet. */
    RuRow reuse(RuKey other, int otherHash, float otherFolded) {
        clear();
        key = other;
        hash = otherHash;
        folded = otherFolded;
        return this;
    }
}
